// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Deployment} from "../../contracts/Deployment.sol";
import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Test} from "./Test.sol";
import {creationCodeOf, newDeployment, newRegistry} from "./released.sol";

contract DeploymentTest is Test {
    Deployment private deployment;

    function setUp() external {
        deployment = create(parameters());
    }

    function testDeploysInOrderAtThePredictedAddresses() external {
        address registry = deployment.addressOf(Deployment.Part.AnchorRegistry);
        address stake = deployment.addressOf(Deployment.Part.OperatorStake);
        assertEq(registry.code.length + stake.code.length, 0);
        vm.expectEmit(address(deployment));
        emit Deployment.Deployed(Deployment.Part.AnchorRegistry, registry);
        assertEq(deployment.deploy(creationCodeOf("AnchorRegistry")), registry);
        assertEq(deployment.deployed(), 1);
        // Anybody may send it.
        vm.prank(address(0xbad));
        assertEq(deployment.deploy(creationCodeOf("OperatorStake")), stake);

        assertEq(AnchorRegistry(registry).operatorStake(), stake);
        assertEq(AnchorRegistry(registry).timing().minAnchorInterval, 7);
        assertEq(address(OperatorStake(stake).registry()), registry);
        assertEq(OperatorStake(stake).stakeParameters().minimumStake, 5);
        // The judges are the two parts that are deployed next.
        assertEq(OperatorStake(stake).faultProofs(), deployment.addressOf(Deployment.Part.FaultProofs));
        assertEq(OperatorStake(stake).challenges(), deployment.addressOf(Deployment.Part.Challenges));

        assertEq(deployment.deploy(creationCodeOf("FaultProofs")), deployment.addressOf(Deployment.Part.FaultProofs));
        address challenges = deployment.addressOf(Deployment.Part.Challenges);
        assertEq(deployment.deploy(creationCodeOf("Challenges")), challenges);
        assertEq(address(Challenges(challenges).registry()), registry);
        assertEq(address(Challenges(challenges).operatorStake()), stake);
        assertEq(Challenges(challenges).challengeParameters().bytePrice, 9);
        vm.expectRevert(abi.encodeWithSelector(Deployment.NothingLeft.selector));
        deployment.deploy(creationCodeOf("Challenges"));
    }

    function testRefusesOtherCreationCode() external {
        bytes memory later = creationCodeOf("OperatorStake");
        bytes memory changed = bytes.concat(creationCodeOf("AnchorRegistry"), hex"00");
        refuse(later, Deployment.Part.AnchorRegistry, creationCodeOf("AnchorRegistry"));
        refuse(changed, Deployment.Part.AnchorRegistry, creationCodeOf("AnchorRegistry"));
        refuse("", Deployment.Part.AnchorRegistry, creationCodeOf("AnchorRegistry"));
        deployment.deploy(creationCodeOf("AnchorRegistry"));
        refuse(creationCodeOf("AnchorRegistry"), Deployment.Part.OperatorStake, later);
    }

    /// If a transaction has too little gas, it changes nothing, and the next one succeeds.
    function testTooLittleGas(uint256 gas) external {
        bytes memory call = abi.encodeCall(deployment.deploy, (creationCodeOf("AnchorRegistry")));
        (bool done, ) = address(deployment).call{gas: bound(gas, 50_000, 2_500_000)}(call);
        assertTrue(!done || deployment.deployed() == 1);
        if (!done) {
            assertEq(deployment.deployed(), 0);
            deployment.deploy(creationCodeOf("AnchorRegistry"));
        }
        assertEq(deployment.addressOf(Deployment.Part.AnchorRegistry).code.length, codeOfTheRegistry());
    }

    function testSaysWhyAConstructorRefuses() external {
        Deployment.Parameters memory p = parameters();
        p.timing.margin = 0;
        p.stake.rewardGas = 1;
        deployment = create(p);
        vm.expectRevert(abi.encodeWithSelector(Operators.ParameterOutOfRange.selector, 0));
        deployment.deploy(creationCodeOf("AnchorRegistry"));
        assertEq(deployment.deployed(), 0);
    }

    /// The code is the expected one, but its constructor reverts without data.
    function testAContractThatIsNotCreatedIsNotCounted() external {
        bytes memory reverting = hex"5f5ffd";
        bytes32[] memory hashes = new bytes32[](4);
        hashes[0] = keccak256(reverting);
        deployment = newDeployment(parameters(), hashes);
        vm.expectRevert(abi.encodeWithSelector(Deployment.NotCreated.selector, Deployment.Part.AnchorRegistry));
        deployment.deploy(reverting);
        assertEq(deployment.deployed(), 0);
    }

    /// FaultProofs reads checkpoints from the registry and convicts at the stake.
    function testFaultsAreProvenToTheRegistryAndTheStake() external {
        string[3] memory parts = ["AnchorRegistry", "OperatorStake", "FaultProofs"];
        address[3] memory made;
        for (uint256 i = 0; i < 3; ++i) made[i] = deployment.deploy(creationCodeOf(parts[i]));
        address operator = address(0x0b1);
        FaultProofs.CheckpointStatement[2] memory two;
        two[1].sequence = 1;
        for (uint64 i = 0; i < 2; ++i) {
            bytes memory call = abi.encodeCall(AnchorRegistry.checkpointAt, (operator, i));
            AnchorRegistry.Checkpoint memory checkpoint;
            (checkpoint.size, checkpoint.root) = (1, bytes32(uint256(i)));
            vm.mockCall(made[0], call, abi.encode(checkpoint));
        }
        bytes memory convict = abi.encodeCall(OperatorStake.convict, (operator, address(this), 0, 0));
        vm.mockCall(made[1], convict, abi.encode(true));
        vm.expectCall(made[1], convict);
        FaultProofs(made[2]).proveCheckpointEquivocation(operator, two[0], two[1], 0);
    }

    function testReturnsItsParameters() external view {
        assertEq(keccak256(abi.encode(deployment.parameters())), keccak256(abi.encode(parameters())));
    }

    function testTooManyParts() external {
        vm.expectRevert(abi.encodeWithSelector(Deployment.TooManyParts.selector, 5));
        newDeployment(parameters(), new bytes32[](5));
    }

    function refuse(bytes memory creationCode, Deployment.Part next, bytes memory expected) private {
        vm.expectRevert(
            abi.encodeWithSelector(
                Deployment.NotTheNextPart.selector,
                next,
                keccak256(expected),
                keccak256(creationCode)
            )
        );
        deployment.deploy(creationCode);
    }

    function create(Deployment.Parameters memory p) private returns (Deployment) {
        bytes32[] memory hashes = new bytes32[](4);
        hashes[0] = keccak256(creationCodeOf("AnchorRegistry"));
        hashes[1] = keccak256(creationCodeOf("OperatorStake"));
        hashes[2] = keccak256(creationCodeOf("FaultProofs"));
        hashes[3] = keccak256(creationCodeOf("Challenges"));
        return newDeployment(p, hashes);
    }

    function codeOfTheRegistry() private returns (uint256) {
        return address(newRegistry(parameters().timing, address(1))).code.length;
    }

    /// Any contract serves as Poseidon here.
    function parameters() private view returns (Deployment.Parameters memory) {
        return
            Deployment.Parameters(
                Operators.Timing(21, 10, 10, 7, 100),
                OperatorStake.StakeParameters(5, 21_000, 0),
                ChallengeBook.ChallengeParameters(1, [uint32(100_000), 100_000, 100_000, 100_000], 1, 9),
                address(this)
            );
    }
}
