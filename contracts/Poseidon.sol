// SPDX-License-Identifier: MIT
// Written by scripts/generate/poseidon-solidity.ts from src/crypto/poseidon/: do not edit.
pragma solidity ^0.8.28;

// solhint-disable function-max-lines

import {IPoseidon} from "./interfaces/IPoseidon.sol";

/// @title Poseidon
/// @notice See `IPoseidon`. It has no state and no owner.
/// @dev The state is `s0 …`. In partial rounds, `s0` is the element with the S-box, and the others are the newest
/// values of the sequence that src/crypto/poseidon/recurrence.ts derives; each new one replaces the oldest. Values may be
/// any words; `addmod` reduces if a sum could overflow, since 5r < 2^256 < 6r.
contract Poseidon is IPoseidon {
    uint256 private constant R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;
    /// @dev The selector of `NotAFieldElement`.
    uint256 private constant NOT_A_FIELD_ELEMENT = 0xbae9ec67;

    // prettier-ignore
    /// @inheritdoc IPoseidon
    function p4(uint256 tag, uint256[4] calldata inputs) external pure returns (uint256) {
        assembly {
            function mix(s0, s1, s2, s3, s4) -> n0, n1, n2, n3, n4
            {
                let r := R
                n0 := add(mulmod(s4, 0x0aaa35e2c84baf117dea3e336cd96a39792b3813954fe9bf3ed5b90f2f69c977, r),
                        add(mulmod(s3, 0x104d0295ab00c85e960111ac25da474366599e575a9b7edf6145f14ba6d3c1c4, r),
                        add(mulmod(s2, 0x293d617d7da72102355f39ebf62f91b06deb5325f367a4556ea1e31ed5767833, r),
                        add(mulmod(s1, 0x25fb50b65acf4fb047cbd3b1c17d97c7fe26ea9ca238d6e348550486e91c7765, r),
                        mulmod(s0, 0x251e7fdf99591080080b0af133b9e4369f22e57ace3cd7f64fc6fdbcf38d7da1, r)))))
                n1 := add(mulmod(s4, 0x14ddb5fada0171db80195b9592d8cf2be810930e3ea4574a350d65e2cbff4941, r),
                        add(mulmod(s3, 0x21888041e6febd546d427c890b1883bb9b626d8cb4dc18dcc4ec8fa75e530a13, r),
                        add(mulmod(s2, 0x28c2be2f8264f95f0b53c732134efa338ccd8fdb9ee2b45fb86a894f7db36c37, r),
                        add(mulmod(s1, 0x281154651c921e746315a9934f1b8a1bba9f92ad8ef4b979115b8e2e991ccd7a, r),
                        mulmod(s0, 0x2a70b9f1d4bbccdbc03e17c1d1dcdb02052903dc6609ea6969f661b2eb74c839, r)))))
                n2 := add(mulmod(s4, 0x2efc2b90d688134849018222e7b8922eaf67ce79816ef468531ec2de53bbd167, r),
                        add(mulmod(s3, 0x12c7e2adfa524e5958f65be2fbac809fcba8458b28e44d9265051de33163cf9c, r),
                        add(mulmod(s2, 0x15b98ce93e47bc64ce2f2c96c69663c439c40c603049466fa7f9a4b228bfc32b, r),
                        add(mulmod(s1, 0x001c1edd62645b73ad931ab80e37bbb267ba312b34140e716d6a3747594d3052, r),
                        mulmod(s0, 0x2f69a7198e1fbcc7dea43265306a37ed55b91bff652ad69aa4fa8478970d401d, r)))))
                n3 := add(mulmod(s4, 0x07f017a7ebd56dd086f7cd4fd710c509ed7ef8e300b9a8bb9fb9f28af710251f, r),
                        add(mulmod(s3, 0x2625ce48a7b39a4252732624e4ab94360812ac2fc9a14a5fb8b607ae9fd8514a, r),
                        add(mulmod(s2, 0x1c482a25a729f5df20225815034b196098364a11f4d988fb7cc75cf32d8136fa, r),
                        add(mulmod(s1, 0x0dec54e6dbf75205fa75ba7992bd34f08b2efe2ecd424a73eda7784320a1a36e, r),
                        mulmod(s0, 0x0c3f050a6bf5af151981e55e3e1a29a13c3ffa4550bd2514f1afd6c5f721f830, r)))))
                n4 := add(mulmod(s4, 0x14074bb14c982c81c9ad171e4f35fe49b39c4a7a72dbb6d9c98d803bfed65e64, r),
                        add(mulmod(s3, 0x2d3a1aea2e6d44466808f88c9ba903d3bdcb6b58ba40441ed4ebcf11bbe1e37b, r),
                        add(mulmod(s2, 0x02ecac687ef5b4b568002bd9d1b96b4bef357a69e3e86b5561b9299b82d69c8e, r),
                        add(mulmod(s1, 0x1049f8210566b51faafb1e9a5d63c0ee701673aed820d9c4403b01feb727a549, r),
                        mulmod(s0, 0x2a20e3a4a0e57d92f97c9d6186c6c3ea7c5e55c20146259be2f78c2ccc2e3595, r)))))
            }
            let r := R
            let s0 := tag
            let s1 := calldataload(add(inputs, 0))
            let s2 := calldataload(add(inputs, 32))
            let s3 := calldataload(add(inputs, 64))
            let s4 := calldataload(add(inputs, 96))
            if iszero(and(lt(s4, r), and(lt(s3, r), and(lt(s2, r), and(lt(s1, r), lt(s0, r)))))) {
                mstore(0x00, shl(224, NOT_A_FIELD_ELEMENT))
                let value := s0
                if lt(value, r) { value := s1 }
                if lt(value, r) { value := s2 }
                if lt(value, r) { value := s3 }
                if lt(value, r) { value := s4 }
                mstore(0x04, value)
                revert(0x00, 0x24)
            }
            {
                let q
                s0 := addmod(s0, 0x0eb544fee2815dda7f53e29ccac98ed7d889bb4ebd47c3864f3c2bd81a6da891, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0554d736315b8662f02fdba7dd737fbca197aeb12ea64713ba733f28475128cb, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x2f83b9df259b2b68bcd748056307c37754907df0c0fb0035f5087c58d5e8c2d4, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x2ca70e2e8d7f39a12447ac83052451b461f15f8b41a75ef31915208f5aba9683, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x1cb5f9319be6a45e91b04d7222271c94994196f12ed22c5d4ec719cb83ecfea9, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x2eb4f99c69f966ebf8a42192de7ff61621c7bb47b93750c2b9ea08d18446c122, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x224a28e5a35385a7c5198169e405d9ea0fc7da8b93ee13b6d5f7d099e299520e, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x0f7411b465e600eed8afdd6afca49c3036f33ecbd9a0f97823796b993bbd82f7, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x0f9d0d5aad2c9555a2be7150392d8d9819b208ae3370f99a0626f9ff5d90e4e3, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x1e9a96dc8292bb596f52a59538d329229732b25259cf744b6a12d30702d6fba0, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x08780514ccd90380887d578c45555e593cfe52eab4b945c6c2cd4d528fb3fe3c, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x272498fced686c7ac8149fa3f73ef8c2ced64717e3556d5a59f119d629ccb5fc, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x01ef8f9dd7c93aac4b7cb80930bd06eb45bd350aff585f10e3d0ef8a782ef7df, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x045b9f59b6595e614dc08f222b469b138e886e64bf3c40aa97ea0ae754934d30, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x0ac1e91c57d9da919fd6f59d2a40ff8ea3e41e24e247a387adf2584295d61c66, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x028a1621a94054b0c7f9a421353cd89d0fd67061aee99979d12e68f04e62d134, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x26b41802c071ea4c9632647ed059236e50c19c3fb3c96d09d02aae2a0dcd9dbc, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x2fb5dda8072bb72cbaac2f63e468215e05c9de06758db6a94af34384aedb462b, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x2212d3a0f5fccaf244ff3547fd823249ad8ab8ba2a18d383dd05c56ee894d850, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x1b041ad5b2f0684258e4dfaeea09be56a3276fdb19f44c015cd0c7eed465e2e3, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            {
                let n0 := addmod(0x216ad3a75574e9aeb49edded16896bdfb48f8d539205d7b6ca17e4ca61d92ea0,
                        add(mulmod(s4, 0x270214cd5d5a814bcc36e09e537050ee456425f0e6c06aca73133d8c18c50452, r),
                        add(mulmod(s3, 0x090b647c9f92067edee0dad636e84842c5d3de076883ada6cc752049707d14ad, r),
                        add(mulmod(s2, 0x0682ea29cb5e33acf93de6abb1b08fdce4adbc508b86479a11ede4167d15afa7, r),
                        add(mulmod(s1, 0x282b28af38bba920cdb7152255591403d6af1616774c66cabe3e21339bd05712, r),
                        mulmod(s0, 0x2943ab87f8a1ec5fe77d84c5f750f85a6ee715ce59aa40ffd7002e8bfe0bf09c, r))))), r)
                let n1 := add(mulmod(s4, 0x042fc35e7a050029b287a916f73bb7ec000e58901d316fd3c6aa5fad68b81a0d, r),
                        add(mulmod(s3, 0x10f6da20fae619884c079b6be151baf61927058e6b09705987a7579bcdba4585, r),
                        add(mulmod(s2, 0x05c0ad2228150ebafd294a186be4681c9b48a550ea7abbc81f0cabc80220f1a3, r),
                        add(mulmod(s1, 0x0ecd3f9e7cc11c683e8fb0f64c889c1d38d1c0a8cffed3af45de3da92ca78d81, r),
                        mulmod(s0, 0x2943ab87f8a1ec5fe77d84c5f750f85a6ee715ce59aa40ffd7002e8bfe0bf09c, r)))))
                let n2 := add(mulmod(s4, 0x23110661fc969f9523f72f6c74cc7f65611268aad14d65b4ec5d0237020db98d, r),
                        add(mulmod(s3, 0x0ca1403522f95244ef1eea3e52f38b5dcbc2de1dc74b17005625fd225936d231, r),
                        add(mulmod(s2, 0x1daa569d986d4cf41cd18eb026c9c660b5b5a3a856009ea450feaa336d67e336, r),
                        mulmod(s1, 0x1124bb9720ef73a462daf760ab9da215b2da7f0cd6ee517a364d4c5da59bbf7d, r))))
                let n3 := add(mulmod(s4, 0x03fb1e8c8424cab619c50b900e9cfeb5026602cf2cfc77b9d533852b31f7a338, r),
                        add(mulmod(s3, 0x2f9388a3f914332b81c4bcc95b66d4eae4593d797dd98cf3074cfaa018a80444, r),
                        add(mulmod(s2, 0x1d92d8f8b58dd10c4b894ff049039ac78dc6b4621e8982147c81b74fe214a8e9, r),
                        mulmod(s1, 0x21b5962e8e4182fa39d49561b00e3be1a999aa266daf1d68ddc8e9ca6ed18ae9, r))))
                let n4 := add(mulmod(s4, 0x256c511add90ed1b7f6193a87f13a859b34676fd87f0378f93a8952c5496bddf, r),
                        add(mulmod(s3, 0x249117b10e910dadf2d2545a984b37038fdd44ba10713504f474093ab592820e, r),
                        add(mulmod(s2, 0x2454d980bfa571066cf929cbb8733d25ecf3dbf5f77d4c20c4247ae572362e4e, r),
                        mulmod(s1, 0x18e767a0e25e1fab5ec194528b221727608e796702b67392150570c2238a7235, r))))
                s0 := n0
                s1 := n1
                s2 := n2
                s3 := n3
                s4 := n4
            }
            {
                let c0 := 0x172f5e628cc26149dcc488004690cfa55faac52708481fffb3d4cfa3808b4051
                let c1 := 0x2c01b6282fad3d37bdc72033b4d8da10494ac283ec74d5e63d72dbe06b4037c6
                let c2 := 0x2503f642cfcb5f06e1a18c68efca3c0672ed26edfc7e6e77513ba7a4c660ab53
                let c3 := 0x218796dd338868e7300732cf5d3925c74c1badd0a32d8b41b96e555ddfe27869
                let c4 := 0x14e627731af1dc1abc581b7d568865e8f951bb88fcf4c187539d2c4344596db3
                let c5 := 0x220f7e1aff8c076e6791088cda8660fded4232fbe3e137596aa3ddebcdaeefe7
                let c6 := 0x27021e8e95aec17b7efc524631c9a55d74aecaf8bed899b5a42f9ec4b1145e89
                mstore(0x00, 0x21946b5874c0d2ce1f4196b53853e115c24ac39767556e8df934e7af0e1d2549)
                let q
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x25684e6c094df373fd6d5548fe1766ac4e1b9ab52c930aab6585eb43305a9eb8,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x06b9a4536c6e497fb325585b45d5159ab1eb1c278a94befe22ae61c7ff392dca,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2c8eafc5ca530097759e9f81e1ac03105b5c579cd737a907d52782b16df41efc,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x00709a4e2a142a36e2f30b3201290c5de61881d1b9d8bc18ef405b2fac62e96e,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2076456098d279ed97f85ecf70a9d85b77ffdf359f6766e45cf6398c311031d6,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x089dbc31ebc50695d6fbd87fe55b930f68697020cd5006f64ffcdaee2dc6376a,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x15c04145fcbdf50b15eafd56f183306b9133f1e25859ed95bf322bc887de5ba0,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0838b323a8c8f0bc4ac1f91a6a456da292fe7b728aef59535605bc3635d292e0,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x05b437bbd4dd96abb33c8096836616ac20c649b65e8d08e075e0a93fad51c3e3,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x26c82beb3e3f9bbb205537a2398b642ccdcba1d59c7db8c9abb5f6cd444fd405,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x01bdae9fc4e6767fac064bb567925f4eb7aaa00bfe6135771e2b7f29d3c174c4,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x05ca1265e5acb8bd92e8b08a3ecb01b604ad1c219bc16cfb784218f02c74d705,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2506e9a3a6b20f8470e36d6bbf5d308fcdc27ef9f737913e6cbf1c8a3d00c98a,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x041e02123344d86b77bb0858fd9e39c14ee3bbc9c9c6c9a6b4067b8e5a6de685,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x23dadd5b2a0982cf4aed70c6449bb216da634694dd196562bb2119047cb6ced6,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x13b786ec7908a58dcbdb3c647d711798c0e82939fc838311e232a6131591d14d,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1169cf79b7ef8565433b267a7c47570e1b10772f0e41c05f6d343e84a5b72283,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x05564f1b4c05acc2face117ea74efc96ce2154cc32eb95272794cb8ef7e7d796,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x07ec926e89edfe3c6dd24a38e0adf9fb81a5ff77d75d87f28e2ab99bc6722a74,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1387d48ef3a9ed85b6c5cf71518130cca6499041c96f8d0bbf0420821a0ddee4,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x265829dd1596e30900d40e6711a84490f0f685542e8654a51e8ea55ddd1343cf,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1cbf14514604c8f8cab582749581328286284cfecb5c595c9dd9aecc0564adbe,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x11030516d550ff2e56e53198c2b4d01324eeaf5f2a0f5a00f99290bbccbfcac0,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2d3b96022268d3910c6f5621ea0e9f27e32a5d189ee1aa27bb0399884b88c55a,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x05f49730d4a0b9611a0f08b8bb5064b355f3198c67bb75efc021204c48f58fda,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x193f82fc21ea87026d9a83a16eb8723d05dae16e2c9374e7553c2ce623f2788a,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1666381a902a1f9ed3cc5fdb67cbdd98e204023262e76a2f0aa88afa063d0378,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x29452acddf5a3c5749c53648c3fa2bd46b7b2ed96a8e75e51b9a5e4dab9ed752,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x03c951bc49285c1d8de2830af913d71d4580dc1843a1f71a14bd54cfdf9e7ce3,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x260f28704e6fa54ff3560c96a319029f7fc5fc7ebfddc8e80b67eff462dc1271,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1192e5938156097a996f57cba593f5b137dd6af3d8289155d0eaebbaa34bc8bb,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x07c4a79db547e678ed7bfc2070fb1e50dad1f717db39aa0495524c176ec38c50,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2848679ad95bec9254885c0b8722bee89e04af9603a1628bb5780043c5d36efc,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x2689db6472df68c0f55fe866d5c4e6e2a583286fee8eebfe3adf2794f4f3ca25,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0a4c2d0e776a124f84edb03571b1a61c35487a13cf7c8d4efa9b51ef76d85a09,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x23757c61c8b674c9c140ce3aef4084c0b70dd32f1c308275f35428b65532d248,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x00556c8419212ca0b18bc3679651672de33ee2e10d114a6327f8559c84c205de,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x11e1321cbcee227f84d5a9726b6aa7080e30b60f2738a4c2099de8befe4fec00,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x10c0b0346291b7501c7d8fa3a677ace72fad852c0bdfa2063bb732bfada565c5,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1459e8e967a7b5507f5426a921fda1d25f7c63117b006876a3b28b5e5818b943,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0c68699bf25f3609c943664cdf2ae5738421e68a1f5921feb13dcd5185969195,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1de97d6643a2dc4dbbe35255e82ce3cc9e8b4e9b8fe66e3ca61a341fc0a0a279,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x218be19b740b461173bbb8fc7920fae7a1f4887d9bbdca7db29722b51b8e678f,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x09b2d3654f5025b8eb0821005b7a367d864ca1d0ea70a54daf2fd32db9f4e3a3,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x074d917a06a2c205ef87e851e93ea5c185624308720d98883a2e038dd9f7a9fa,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0f2da551f3bb545f051ed00d9f0032c07a637de4fe107ef81ebc4752f4186beb,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1354d7b9786291c1cc62358af5b61fbca4ab7ce74368785179c02e13a3fa4e5b,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0ae4f9efcec668ee4d968eb1488b9e9a0eefa161f152f94b1319afdee6306379,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x05606ccfc179764e61aaa9d168adcaf4bdefa7f089b805b85cbe859969cadcd1,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x1215192e25d7b37f79915fef60e54da87ce68a8b76898e0f1a80742648194d95,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x018278c3f6d462ffbd6f88bb562b8ecab65977f3f9f0f0c950a484fcb8c0cd15,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x020ea4fb2f57544592a894d024a7057d4ea0ce74abadc3584d814798dea8ea87,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0550590fd03e57df2ca5205c7da0c25d969b44d87778d5a9eb5398918ec1990e,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x18e3782248715a35aafd540ff17edbc40f3e58bacdbd07b8a5d9462975628549,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0b68c2deb6cb96b3bb8a66927d0df052c14fff88e4258b4af4c23c09fbe6f4a7,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0f46ffb635f696c240d77cf3abf77053af45699b765bd99c984e56fa51435e84,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x300376256e106b34998b8e38c5f611a64773f4832e0544efa85bf8c103cd5b50,
                        add(mulmod(s4, mload(0x00), r), add(mulmod(s3, c6, r), add(mulmod(s2, c5, r), add(mulmod(s1, c4, r), q)))), r)
                s4 := add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0b23b0c35949587d2a5a70cd128fb68064361830d3895580e35ab7e1b28dc25b,
                        add(mulmod(s3, mload(0x00), r), add(mulmod(s2, c6, r), add(mulmod(s1, c5, r), add(mulmod(s4, c4, r), q)))), r)
                s3 := add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s4, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x071c39141f99e65a526fbf75a93ac75b2cffa8c83cd60bd4be88c43f0d91ab44,
                        add(mulmod(s2, mload(0x00), r), add(mulmod(s1, c6, r), add(mulmod(s4, c5, r), add(mulmod(s3, c4, r), q)))), r)
                s2 := add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q))))
                q := mulmod(s0, s0, r)
                q := mulmod(s0, mulmod(q, q, r), r)
                s0 := addmod(0x0000000000000000000000000000000000000000000000000000000000000000,
                        add(mulmod(s1, mload(0x00), r), add(mulmod(s4, c6, r), add(mulmod(s3, c5, r), add(mulmod(s2, c4, r), q)))), r)
                s1 := add(mulmod(s1, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q))))
            }
            {
                let n0 := mulmod(s0, 0x0e2f1ccb5b63955a9e63cefb47cd9cbce6645b8b42507469a74edecd8b940b99, r)
                let n1 := add(mulmod(s4, 0x0f08a2bcbde3055152277a672249d7c037156cd84b8faded70de76de504a9023, r),
                        add(mulmod(s3, 0x05193a839ba136ebe34393c8a81932e37aa5957fb9c6b637fe5d76e793e45549, r),
                        add(mulmod(s2, 0x13bec95b8c38252eaeeaeb47139fe21d5583f07122f176405fc0dd4ea1ac7536, r),
                        mulmod(s1, 0x009c4eb35f8ed2aff23d11efc484e1bd4afd784acb795ce5c95bd55f99ddd0a2, r))))
                let n2 := add(mulmod(s4, 0x0a536795b5a681564ea3b1aa3a9631d49b8d844eb9a8cf1dd16a3b69c14d0241, r),
                        add(mulmod(s3, 0x16d8bda9045e0935b22dfb8442c0dc9a8ecdd74356a43b83bf5dbf91b422e72e, r),
                        add(mulmod(s2, 0x0891da3041e2551da2eee4a49d8598fa7bdfbae75503b07560af1687be0db13f, r),
                        mulmod(s1, 0x16730accb0ba56fedd619909ee25e36719015ea6d74eac6e141ae47bdacc742f, r))))
                let n3 := add(mulmod(s4, 0x0d247b2e76b495320f01f8e4fd0dd098a2dbfe9742e921f31b041810a2f2c3ae, r),
                        add(mulmod(s3, 0x008e33101f785b5db9e831678be4f9d65e36b9cd40dc084222ddca7286159c53, r),
                        add(mulmod(s2, 0x17109575b3421af44b3c22f7e1a4935918b2f3ebb11c24d6747f42333d8abf45, r),
                        mulmod(s1, 0x025d780302951b3ec6ac47bf0775d27ae4dd81306ee7a93535860cf6add1ac8f, r))))
                let n4 := add(mulmod(s4, 0x260de513f7f62673262b29ffaeb19ac33fdc6b611b341a16a9ebffc09c036ab5, r),
                        add(mulmod(s3, 0x20143b647827890a21e8708f8689eb5e38c9eccf8690334ffaedf5390c00479c, r),
                        add(mulmod(s2, 0x2cf360d07dd291d6ad27aac8e2125afe83ce5874c7ee8073fe913d0b427ff1af, r),
                        mulmod(s1, 0x019c0cc67259017279aa254a99833e68cfaa1dd67bd345813a351b8e3ac7305c, r))))
                s0 := n0
                s1 := n1
                s2 := n2
                s3 := n3
                s4 := n4
            }
            {
                let q
                s0 := addmod(s0, 0x125063ad821893043ac0a9607db015544523493016296da045a99638ec0d348d, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x1374d180cbdf06f3f1bf189d3a79cce15e519b369ee528594dcd87e7dd5d0dde, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x2d950d8443ed86b476bbb8274c33e9dfd9e391e4b92d52a4d09b111076a9ea6f, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x031ca8713e84a4ff5523f892c05771dde5482834f4d806057bf4204c346efd19, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x1c922a706055402e2a7678c0348561bfd11117596de5e53796915f61ef6d347d, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x17c31ea02fbc378320d86ffed6c7ca1583b618c5c1a687818d4087a497d73490, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x05b86c4bb8ef318b6a7227e4192d149d3c17a9764ccd660de4d50a77f192a91b, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x265bc95df4a4c4876ff70d7ea2fde2c7ab15f4a6ae0d237cd6ce74ba986c7a7b, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x24752b47bc6c6bc8d9bbe48f5fef2f6908701739c5f5b4b3d6c886d4715c7929, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x14814a1e0f492a4ea0d86e527a96482178d624b98da96ee5e583b9324d974efe, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x10def931073b6479bd60577378f29381997c8e041d3cfb3dc7523bca906f00bd, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x14f7ae770bf7e95f7f706c0d8ab4ed03fa0b880d28c69d031b4592c98610175f, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x1aef50a0cee751b59f926af40e8035d19decc9d428ebe4e775c5cc9dce1ce589, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x041935607172f68eba65ca60068dfe3b086c2a2d57d09602951214b57e73cf5a, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x26863e9dd24255d1573bd083959b856c0493fbefe83c819837a151d3bf452cb8, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4 := mix(s0, s1, s2, s3, s4)
            {
                let q
                s0 := addmod(s0, 0x2036efb6f9830965eb3d7a068bd087c9f5adf251ba62052c652738e63ff8b3af, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0c712a975b74dc9d766b639a029969ca30be4f75a753f854b00fa4f1b4f4ee9b, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x08014dab3cd1667e27afc99bfac1e6807afdff6456492ca3375731d387539699, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x198d07192db4fac2a82a4a79839d6a2b97c4dd4d37b4e8f3b53009f79b34e6a4, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x29eb1de42a3ad381b23b4131426897a32709b29d53bb946dfd15784d1f63e572, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
            }
            mstore(0x00, mod(add(mulmod(s4, 0x0aaa35e2c84baf117dea3e336cd96a39792b3813954fe9bf3ed5b90f2f69c977, r),
                    add(mulmod(s3, 0x104d0295ab00c85e960111ac25da474366599e575a9b7edf6145f14ba6d3c1c4, r),
                    add(mulmod(s2, 0x293d617d7da72102355f39ebf62f91b06deb5325f367a4556ea1e31ed5767833, r),
                    add(mulmod(s1, 0x25fb50b65acf4fb047cbd3b1c17d97c7fe26ea9ca238d6e348550486e91c7765, r),
                    mulmod(s0, 0x251e7fdf99591080080b0af133b9e4369f22e57ace3cd7f64fc6fdbcf38d7da1, r))))), r))
            return(0x00, 0x20)
        }
    }

    // prettier-ignore
    /// @inheritdoc IPoseidon
    function p5(uint256 tag, uint256[5] calldata inputs) external pure returns (uint256) {
        assembly {
            function mix(s0, s1, s2, s3, s4, s5) -> n0, n1, n2, n3, n4, n5
            {
                n0 := addmod(mulmod(s5, 0x2d78c3a5d28de9ff35bf0a257635196e5730ca7f40493277078cd75da8b4ebdc, R),
                        add(mulmod(s4, 0x18bd41239c3e71579a677443ecffbd555a81eeeea69352a68b67c8563c0c2a06, R),
                        add(mulmod(s3, 0x03fd7b19ef2c861f22f77ff810f54e277bc94eb76c02d79d986be3dcdf051c3f, R),
                        add(mulmod(s2, 0x247fa7f022304a1994ff505456c2201ef9b717369498d3ffce446601ed9df845, R),
                        add(mulmod(s1, 0x11924f02fd19b09255aaa1cf46ea0518e3d7bfeef47421609491011db0bd0b02, R),
                        mulmod(s0, 0x124666f80561ed5916f2f070b1bd248c6d53f44d273d956a0c87b917692a4d18, R))))), R)
                n1 := addmod(mulmod(s5, 0x28eeae6b5866ad68e443bbaf91680db7d7e2b3037e38fef61b42cbccffceca81, R),
                        add(mulmod(s4, 0x03d880395be93c27d649af5fd142e76b33918cb8841d5a28173bd5cf7d328791, R),
                        add(mulmod(s3, 0x094cb4e83621afd271e41bc71727f0158ebd612239ac9d698b17fe4be05b7fc8, R),
                        add(mulmod(s2, 0x298ce0c1e3113bb935c7058e7772b533b1aa9db0c0926bdc8917e5605ca3ac10, R),
                        add(mulmod(s1, 0x192e16d17d956b257b85a652eefdf2ee09589eac5be80915775723d2cb1da06d, R),
                        mulmod(s0, 0x0a514a5c227f4cec95dfa029e8dd124c34895aa46bb27c0911f3780d5015540a, R))))), R)
                n2 := addmod(mulmod(s5, 0x10c9e283159d58cb4cb2e35fde83a3ba1fdc28002ed9963d2a99f186178a148d, R),
                        add(mulmod(s4, 0x005761b8c6aecb1a8ca4ea4dfc2c8376064a4a8004ceeda210a55240562ddc13, R),
                        add(mulmod(s3, 0x1324564ac7bdf9e22164e9858d7fa8e368b165eaea3daf4eb67ee59c0df2e5d4, R),
                        add(mulmod(s2, 0x1baef1cb5509b526a42061fb53657f99b3232500e855192cbe8c940e068c475f, R),
                        add(mulmod(s1, 0x063edec1bed831f506af8db648d6fdea145345887e8bdcff109035a1d9b674d7, R),
                        mulmod(s0, 0x278bb49a7b4e44aea46eb0f882cb692801a6e60fdd5b5c23c63cd65ccce4fe0a, R))))), R)
                n3 := addmod(mulmod(s5, 0x01998270471e9361955446b0cdb8bea915ec0675f1cd648ddcb04303507a4489, R),
                        add(mulmod(s4, 0x08ca7b64657c3548f32bef5b63ad24288a41c0b251099ad27f9434307e3e64d4, R),
                        add(mulmod(s3, 0x011a63a26feabf87fa66bde66cc25a922c96382d76c6a7ff48f1537beaed683a, R),
                        add(mulmod(s2, 0x1a6764d5943fc4a720b4c0a19fdb8c711984307287a58b9b5f9f5d58212cb263, R),
                        add(mulmod(s1, 0x083f0df3f1a0351d0330ec3ff602ca8cc353b7f6e762c7107184cd7b423449f6, R),
                        mulmod(s0, 0x0c399e9f67aa40707a203feefb0b958bbdadcec5ca34901d253d026a2419f6a2, R))))), R)
                n4 := addmod(mulmod(s5, 0x0f971162627723f3feadacb28b0c104cb8f74de508752fa8d7c0db2af13de8ee, R),
                        add(mulmod(s4, 0x144c7a11da5a7c5dabae3f33fbd03cad86d18bc594c79a497ecb9894edb554f1, R),
                        add(mulmod(s3, 0x25f16631bf77060f7ea34087c025bf135784319ef08cda2e31419ee0a529e658, R),
                        add(mulmod(s2, 0x2d9e0ab5c06893dfdfd03481381ba86b6e6292df5609d71f2c64b2d9a79f809e, R),
                        add(mulmod(s1, 0x119ef188bb3dd0d32306976c19941e8664be687e7a69692da27da215a6f06d40, R),
                        mulmod(s0, 0x1d6b3d5f6ea369c26f825d2362933eaa31ea35ec0a77c1fbd9e01ca1523e4432, R))))), R)
                n5 := addmod(mulmod(s5, 0x1b121c049cd1159e289007e0c9da9995cc4bab4c26fb888ec3972a8a2e656964, R),
                        add(mulmod(s4, 0x230940dcc5232658ff9c29697a3fd416d170e8c998f1aa85dea0c42d79f951aa, R),
                        add(mulmod(s3, 0x049327fa79d28c12a2c82406947f77f06775b0287468b3136877701dbe7c9598, R),
                        add(mulmod(s2, 0x15a67d981041b1f6f09f3f9ebefd864e779d3af08157786ac077505e50ec79fc, R),
                        add(mulmod(s1, 0x211610e2ad4a377426fadf7068b0c1a6c299a164c1c1a603eaed944870d0b9b9, R),
                        mulmod(s0, 0x24be510095436206dd0abd0b0cbb95c883ab304aa52598b1a69306ec981a688d, R))))), R)
            }
            let r := R
            let s0 := tag
            let s1 := calldataload(add(inputs, 0))
            let s2 := calldataload(add(inputs, 32))
            let s3 := calldataload(add(inputs, 64))
            let s4 := calldataload(add(inputs, 96))
            let s5 := calldataload(add(inputs, 128))
            if iszero(and(lt(s5, r), and(lt(s4, r), and(lt(s3, r), and(lt(s2, r), and(lt(s1, r), lt(s0, r))))))) {
                mstore(0x00, shl(224, NOT_A_FIELD_ELEMENT))
                let value := s0
                if lt(value, r) { value := s1 }
                if lt(value, r) { value := s2 }
                if lt(value, r) { value := s3 }
                if lt(value, r) { value := s4 }
                if lt(value, r) { value := s5 }
                mstore(0x04, value)
                revert(0x00, 0x24)
            }
            {
                let q
                s0 := addmod(s0, 0x1448614598e00f98e7ae7dea45fbd83bd968653ef8390cde2e86b706ad40c651, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0ab7b291388e5c9e43c0dc1f591fb83ecdb65022e1b70af43b8a7b40c1dff7c3, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x2b7cbb217896f52c9a8c088e654af21e84cde754a3cef5b15c4d5466612d6adf, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x2bc6b0ddbe1d701b6570428bdc1ca1bf0da59ff3bbbb95fc2bc71c0c6e67a65c, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x123a55a31980384f3d20b2cecbc44ed60c38c11f7d20e9271efab9a905eefd3c, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x037501cc8c9dc819309a769f4df098e588b01858bc8eb7e279e2883be9fb8c53, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x1c2116e47e03a86bb11695b0a5f6dab6b9a460b1eb951ab01c259eca3fd47d51, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x2c18213489032e85a9c8cb8e9a65839bfaed13e57bc0fae49dbdaebf54f56f93, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x2ee8fed3d4d2c71a0429eafd8e5db1718f29e2227985fdf2ad8703c835b9e031, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x28c64d8f5ed7aac004c92029d9e9bf91ba9436d1cce94b9316d111c70a0c1714, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x18a01d9ffb747ae0de3e83c707f8b24f682c84f15abf571b34254a03478665e0, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x1c21d92bef197e73b234e4777b60db14e642a56cee71515d54e1ac71cde72bd3, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x0ad404ccbcb1e195897cb60c80981ebb9d66a6677dbbedad8b6455fe62d807b1, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0a9b6de833064f93b6adb99af6c005945cb654cb7bd14c8b97af8b60cc1fb387, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x13129e3f930aed6d47690331ff09dc5160efa58ddce2c3e6180d45bec3aa3a6f, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x0d7a614c8991508ab1ce4895813bb1c82f18bf7bfc9e280ccca18079839387f1, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x0532f7ec36e30041b0486986875c913a49bddf2f5af5febe8c31f2f4094ffea5, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x06bbcb8e8e180201293e712f4950f1b0bbee808c9d64263c84d9d8ae155cb892, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x0f558a4db1a3ac07f61e2e6bee947f73586bf40f211ceb4f687ca5678a9dcb33, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x2be140a60b5b5f2f8edd78a818a969b20c643e419bcf0b577c24a0d0e7acfe98, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x1c49c4b9a9f09f7b9ad5f74ebacc710512b8e867bace27cb0dea06e89b96f631, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x170c1a732721b12cde7f33e476a39a1aa77a81c06e2eac503847b00d597652db, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x19c27d0e52f65ca34f4e31a068e49331c6bfc39d9241f9d4c302041615cf27f1, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x2f1bdc5254f9220c1a731fc5276964dab26b385fa40b6b04bed9960e2543ba08, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            {
                let n0 := addmod(add(0x05b42d2fbccbf4d39d2be9339cabe9d0dc6d921e855cd91154b639d28d4a1cf0,
                        mulmod(s5, 0x2d78c3a5d28de9ff35bf0a257635196e5730ca7f40493277078cd75da8b4ebdc, r)),
                        add(mulmod(s4, 0x18bd41239c3e71579a677443ecffbd555a81eeeea69352a68b67c8563c0c2a06, r),
                        add(mulmod(s3, 0x03fd7b19ef2c861f22f77ff810f54e277bc94eb76c02d79d986be3dcdf051c3f, r),
                        add(mulmod(s2, 0x247fa7f022304a1994ff505456c2201ef9b717369498d3ffce446601ed9df845, r),
                        add(mulmod(s1, 0x11924f02fd19b09255aaa1cf46ea0518e3d7bfeef47421609491011db0bd0b02, r),
                        mulmod(s0, 0x124666f80561ed5916f2f070b1bd248c6d53f44d273d956a0c87b917692a4d18, r))))), r)
                let n1 := addmod(mulmod(s5, 0x272bb93c40b9137ffc1dc0d620bfdae07d15d6d1bb28d37cbe41ad04caf0af6f, r),
                        add(mulmod(s4, 0x2603ba47599078a5cb7b2f9086901808b6a8d9d5a08d268d96c4b9307f4b347e, r),
                        add(mulmod(s3, 0x16d7780fdbd4fa003ed281ddb5ed11023d2e10626f73f115fbbf28d863a9fc7f, r),
                        add(mulmod(s2, 0x2daa8f151b831e518cfc4f566c1b673e0a8f88f246de234ac7a4f8575228c899, r),
                        add(mulmod(s1, 0x19e30a4198579fca42c0e95717e0f70d56c0f850077f68f4203c32dc9957de40, r),
                        mulmod(s0, 0x0000000000000000000000000000000000000000000000000000000000000001, r))))), r)
                let n2 := add(mulmod(s5, 0x04d5505405c70056142049208eb3533cea80e15054074499677827dbe27d40f0, r),
                        add(mulmod(s4, 0x082e14c08829c2aa6b742e5b5e7d54d9baf4e1bdaee10aac6ce0526733c4e93f, r),
                        add(mulmod(s3, 0x15682da9c8cfe66437e7affc92f738c3cacd9ecbb6e5a4ece9ef0fa16ece024d, r),
                        add(mulmod(s2, 0x077df9ef3ea9b6d4f0b4dee795445b40362962814bd07bfe76baec0e2377e0fe, r),
                        mulmod(s1, 0x2afe35c7cad85b0b418bee075cdf609498043d7f2d05328d007d0585c0915f24, r)))))
                let n3 := add(mulmod(s5, 0x1a08ca97caee0c01c84726c0ab7a06231d87481f0a95817daa33ba459d3c799f, r),
                        add(mulmod(s4, 0x03ce668dc5fbd130a2fbe96fd63b81615b52fde53b781ad8e6396ed7b6bd1e1f, r),
                        add(mulmod(s3, 0x07011ae8c8dc39ec84e234f8f1b27f7288b1f041d23cab6152704adb1890b98a, r),
                        add(mulmod(s2, 0x20cf08d748830fced1b2cffc5844cc3fa442da937a438331199f3e70d1be6dc2, r),
                        mulmod(s1, 0x030554ef195d1dea3e2f1847a0fc30e376539a3eb954a84c4b957c077790c522, r)))))
                let n4 := add(mulmod(s5, 0x05e3a2fa80f7e6712b770cf002cf13b8fa100476b5efe32ef2cc1cc103dec7f8, r),
                        add(mulmod(s4, 0x1224746cdab18519c4bee95c9f706ecde2c0831c1cc0447351a5b4c8f6fbb254, r),
                        add(mulmod(s3, 0x008a9e5814bcbc538728929138d47eae4a744b3614b913a9c7b560afbcc3193f, r),
                        add(mulmod(s2, 0x04a34eb1b9c8c3caecb16e1a04d17dbabe1879cdbc06f7c3f4022fa00d257b1f, r),
                        mulmod(s1, 0x0ba7a5a68c1787bd83e7a5db286a95e214312c8e960737acb60826593af97558, r)))))
                let n5 := add(mulmod(s5, 0x1e61c9bf3b394ea39a6f2683df6379341e06d380d427e8f4017465147eda7848, r),
                        add(mulmod(s4, 0x17b13de02c33f9567cf58b5dbd9464d1d9a7670f312f79e7673e69b554f93691, r),
                        add(mulmod(s3, 0x04306e3267a63637118b7ec7a57729bb27dff26a64e89d2674e75cce37181666, r),
                        add(mulmod(s2, 0x0ce8f83d07d6357be0d03bf77bfea82ed1357a228e74e3429462affb37cec584, r),
                        mulmod(s1, 0x1ba11173cbeac6f6ea39a71ecdfe20820686d29090bd01446347bb25b26eeaa8, r)))))
                s0 := n0
                s1 := n1
                s2 := n2
                s3 := n3
                s4 := n4
                s5 := n5
            }
            {
                let c0 := 0x048d656ff752317c7daa81dc71cdf2a2ebc7625b83540bf73973e353f8b20e59
                let c1 := 0x0aee0cb0c04f6f3154ccc3780f2d33159778d1242b86da2aea6bcfd6826b3231
                let c2 := 0x071ac0347528ff3a1cf815daea4daf474fa434ecdcf804c79793736dfe4724b4
                let c3 := 0x21b5a06b924325638c204d23ae36412555e5e130635ecec149c77c4b4837a30c
                let c4 := 0x2af7059dfc198e0e980492115fd669de6858e9aa723d17cb62c043b2ce612e09
                mstore(0x00, 0x124666f80561ed5916f2f070b1bd248c6d53f44d273d956a0c87b917692a4d18)
                mstore(0x20, 0x0888977f0006934b7480597c6322d466025ed4a4bf4514b504f6abf6950ccb50)
                mstore(0x80, 0x29abefe912bda8005e870d46fff2096d43bf156b19bb3dda876a8ab7d08df0a3)
                mstore(0xa0, 0x15d96d9edf3f60a6517630eea5da336333e6083ce55bfb67db5bf9eb0bb547cf)
                mstore(0xc0, 0x19fd7369a1cec25617d27c14912f4b47a65327df5f40f69964e2bbc38578bcd8)
                mstore(0xe0, 0x24fc59446c719fce095293450bb189449814283755821f2eb46c1e119d787c94)
                for { let second := 0 } lt(second, 2) { second := add(second, 1) }
                {
                    let q
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x02a57ec597841b7af6bb2c15136d02dd3284ed95445ee5fb18c8c94c1fc12642, mul(second, 0x276707c8ea10da9831ac7fc72d74835b46e061d61a0e1414a8445e7a5ed7042d)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x2a5e087184dfb25ba6d5627b5b72c73cb9642bd570af6e035486254077315cf8, mul(second, 0x38c211cde2e89e34a3d567ccaeef34cef4fd7142706e791d0292abccfe3a9e94)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x20c1c5f8313fa7339a150138664988c27adc409527370e306cf1ac6638fc7ac2, mul(second, 0x26f1ebf2ac0049689ff53c6abfbd0532f9fa5c4e8b719f554fabbed0b5fd5a04)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x2d54d9d5ac04f5130f017588029427f9d82e8a9a55cabaa64b8cf36071ba5298, mul(second, 0x2ea0ed160265ed4268488688c0915bc9978e38e3065a84515fa0827ef67f47d8)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x1b48299e9aac042b5fe7a382730567759a9b4cba92f931b395c4c760b5376d67, mul(second, 0x1c3db59b7f8f10f99576bc3f82ce4b97246f32f3fe8e9cbf0de27532ac7e59fa)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x13c5df8c934479d17316546f9a28447464c87a224935518830493e7c280679d9, mul(second, 0x37655b6968fa444a0d166fd6373f3f7511949dc77ebfda1b7b6ad482b42146a2)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x2b6ed97d0659e356d7e3b026acb0c688cc27b260489196688d0cd5787af549db, mul(second, 0x32d2b5f00fb8ecc766c4aed91b925108aff23e3d33e6c5d6728cb96c2eafebdd)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x100d549f7e69393a119e8d65d614d761b6e70fc29fc8bfd1a0fe536a962985ff, mul(second, 0x0dfd9f2d228ad0474210f8d261b3cc42351049e0673cb1d1c677def4ae175fb5)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x259ae53a9c98a3836dd45d757d3a728b65c898c32d4dabdd0079fe0134e70953, mul(second, 0x2b3344a4aac67e3f52efb84de74a99be538298f9ae85d6bd443ffdd3ed86226b)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x184658bef5899e86519c1645bbe06c712d3fbaaecdf5072d6eafb0653ba8ac5b, mul(second, 0x18f5eebf42c19f3790c34b68493521c3c391a34d655ebf64e07d10e33296ff0c)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x0d9b29ccd4f14175ca5aad76d44cd2b5d557f3199aadb650071b0aa6e80fd3eb, mul(second, 0x077a71ff3009f51ec97abcf5845feb1215cd991038d24a189b8241ab1b7950cf)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x130233d86e2f179f5cdbaaf7b7e67bbfb24ed7b9572b8a45c90140bcf0d18caf, mul(second, 0x1f49a237a2384fa6726efc9d7b8e8412bf68895278bb8e36e469a12281ead956)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x19301899b379d8648d56410e9a77e85c3ea7da3f276b424fbe301fdf6e924436, mul(second, 0x3426bbeac7d12d5cf200f1ee2a9abc3e7ef81c773b3031d8123524049ea1fe0e)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x18dc523eab2465bbee60aacf190f5dd5de09927aaf0f276a002fd9887fd4e047, mul(second, 0x38fd0d109e1227ae4cfac0ecdb0eb270a0fcc5ed082d5e5f4921c6f3e9895a0c)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x29f972bdb996981c25d4ac5743d81cf07b2be6a933148c5bfbb47ae73deaf213, mul(second, 0x34cf4897f23651d9b4d907ddadb609cfbf0000e61d0a6e54e5792f4e70b73c20)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x20b3a21dafb023941e2d39445a4c39e7fce2b7130b24e9abb64bff1c4b928dea, mul(second, 0x2e8a66a4b8cd557bd95afa480a4fb3ccf2881be0fd714884a1991e7eabcc0dc6)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x0db5d6ef51635ebdb0a8d99240fe447399c7e7aace53be14c55699b18c870833, mul(second, 0x2e5b357aad0264236b847b3c8b088f4eb8f897b95bd0c327a5055284cc601cc0)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x0388351fc916a7f96871f2e78dac05d6dbc67b92fa92d5e4cc6042aaab2e3b78, mul(second, 0x1f4b7852a6efcbb06cb08e14a3b6de3a75e409fe897f9a724cd998c8aec2d4a8)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x0dce204ff463be58372777ea1194ee74d54b0015119706810787acc52e8f58e0, mul(second, 0x0aa689b641bf84c10e96b6ca8b53a171f56c4b82eaff9a074087647053c63290)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x2e366c10c0e5096449960e8f0c4843ca8e3b35b64f0c4aa928e1d4adf1730d42, mul(second, 0x055be109e92f81cab2433af2f30174c3cf03c1b1d980f3a43b0490df154059af)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x14aa7a383350de3271e2cc2ce77d4070499786a2d0c2261afbb8762d7b575401, mul(second, 0x0f841b8f981832d118111a12b26649ee303836be827f62503321b7b6a082b1e6)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x253def0717c4a3046fbcfae38547107257ea7e6b7a060ed1990ae2b7c5d253b2, mul(second, 0x3d94e84c787d845a0ed440a8932d52aa9846aa025bdd723cc62120f5721ebd6d)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x08d522e9d831b5a1acc3f72c633798e4272dea3b1866b153381dab49040612e2, mul(second, 0x24bc5194943d2b7d3878a61f252a8ad3ef147ec07a7ff82ba8cec2f6119a51cd)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x29762c3acadf8ad7ebb4f1e6829bb5a934c601329f8e1d11f03c8c9469e4da32, mul(second, 0x0e5f373e630a660111ac4c5d052e3fcdfb7ec4474ac103c599bc14939af1919c)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x0cf0ff462256d7ac257d897ea858afd78311a899b1d8b7ffb2c56403e9f67c3f, mul(second, 0x14aa4e862a90055170e90f740dc7111297e4ee3f507a1dc2e4d9e81db7ef8b1e)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x2d8bd5a193f01a6023e4d18dfa3f5583140282becd925b763fd874a6829bdc08, mul(second, 0x3a85272b8bf2a63cc4f1e684e7b60c0ac663826f299a39ffc40c9056ebddf092)),
                            mulmod(s5, mload(0xe0), r)),
                            add(mulmod(s4, mload(0xc0), r), add(mulmod(s3, mload(0xa0), r), add(mulmod(s2, mload(0x80), r), add(mulmod(s1, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s5 := addmod(mulmod(s5, c4, r), add(mulmod(s4, c3, r), add(mulmod(s3, c2, r), add(mulmod(s2, c1, r), add(mulmod(s1, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x105342c6d8ff2a2c89460046ceaffcf87e9edca08d55981091348b9735093265, mul(second, 0x1a0b59005ae6830a8a44744a65142238120ab10508c946089d5c43aaff961476)),
                            mulmod(s4, mload(0xe0), r)),
                            add(mulmod(s3, mload(0xc0), r), add(mulmod(s2, mload(0xa0), r), add(mulmod(s1, mload(0x80), r), add(mulmod(s5, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s4 := addmod(mulmod(s4, c4, r), add(mulmod(s3, c3, r), add(mulmod(s2, c2, r), add(mulmod(s1, c1, r), add(mulmod(s5, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x26e36ca28958b6be8db38d45a4be7f24724424ce515b8538ff5da1c0dbadccc5, mul(second, 0x3c11917d350e44a45faff9c6a3b5fe50c9792bf66e67a33d2c678ce830d2a487)),
                            mulmod(s3, mload(0xe0), r)),
                            add(mulmod(s2, mload(0xc0), r), add(mulmod(s1, mload(0xa0), r), add(mulmod(s5, mload(0x80), r), add(mulmod(s4, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s3 := addmod(mulmod(s3, c4, r), add(mulmod(s2, c3, r), add(mulmod(s1, c2, r), add(mulmod(s5, c1, r), add(mulmod(s4, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x09df39a7947b44ae119139dcd929175be78185e664539c3b43c826f14e2e9bc7, mul(second, 0x0400cdfee6385fad35b104020f666df7d718c756ab9def4456ca346b3300ffc6)),
                            mulmod(s2, mload(0xe0), r)),
                            add(mulmod(s1, mload(0xc0), r), add(mulmod(s5, mload(0xa0), r), add(mulmod(s4, mload(0x80), r), add(mulmod(s3, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s2 := addmod(mulmod(s2, c4, r), add(mulmod(s1, c3, r), add(mulmod(s5, c2, r), add(mulmod(s4, c1, r), add(mulmod(s3, c0, r), q)))), r)
                    q := mulmod(s0, s0, r)
                    q := mulmod(s0, mulmod(q, q, r), r)
                    s0 := addmod(add(xor(0x1f6840920d337ac2ebc04dbba388e9e95bdccfd90e26d9129b79612a24d96db7, mul(second, 0x1f6840920d337ac2ebc04dbba388e9e95bdccfd90e26d9129b79612a24d96db7)),
                            mulmod(s1, mload(0xe0), r)),
                            add(mulmod(s5, mload(0xc0), r), add(mulmod(s4, mload(0xa0), r), add(mulmod(s3, mload(0x80), r), add(mulmod(s2, mload(0x20), r), mulmod(q, mload(0x00), r))))), r)
                    s1 := addmod(mulmod(s1, c4, r), add(mulmod(s5, c3, r), add(mulmod(s4, c2, r), add(mulmod(s3, c1, r), add(mulmod(s2, c0, r), q)))), r)
                }
            }
            {
                let n0 := mulmod(s0, 0x0000000000000000000000000000000000000000000000000000000000000001, r)
                let n1 := add(mulmod(s5, 0x1e7989667fa961c006debaf1c63a4c4f34481f0f233f3fa993c0d1093e4d05ee, r),
                        add(mulmod(s4, 0x232e1783b8e5201d703b7fe8d036fecc269ee16ab8687a55609d0a4a9340e924, r),
                        add(mulmod(s3, 0x0afd5a72086b0424bbb42f7480f47ae77db2f81d04387cb70adcc9d0dd6b474d, r),
                        add(mulmod(s2, 0x04a4ca2b3581b566c4303c9f180ed2e2f24354009f5631e4b58b9c6827c024ce, r),
                        mulmod(s1, 0x0a514a5c227f4cec95dfa029e8dd124c34895aa46bb27c0911f3780d5015540a, r)))))
                let n2 := add(mulmod(s5, 0x00fba63201c84277a2e63d0a838851deba8c88ec251daf451322af906dd969b2, r),
                        add(mulmod(s4, 0x28340340b99cd52841248489574268b8be23b95266c70bd99e3a911432e065ae, r),
                        add(mulmod(s3, 0x080268de0ad79f2835e996d8c4fb7d6748c3cc7e905f2348016204030274d5fd, r),
                        add(mulmod(s2, 0x18b3ccae50e32a5a8794c73fda9f575de9b7002a7141590f116f0ef974f208cd, r),
                        mulmod(s1, 0x278bb49a7b4e44aea46eb0f882cb692801a6e60fdd5b5c23c63cd65ccce4fe0a, r)))))
                let n3 := add(mulmod(s5, 0x2220dd024fb5c00a46e2a7444e4b5b17b69e450b83b23a4c4578e633a6de97fa, r),
                        add(mulmod(s4, 0x1484c3b8b31419861837a9f4f0599b17e32ce9b7ec1d6015a23bf3705d44a7b0, r),
                        add(mulmod(s3, 0x1c174c541cd9df860d83525185b2e9b944e8d6da8f191b9b4ae2f34184d17ecf, r),
                        add(mulmod(s2, 0x2f8843e505018c617102e4f59f1a7a0db0c812934d8243d321f24eabf0ee977c, r),
                        mulmod(s1, 0x0c399e9f67aa40707a203feefb0b958bbdadcec5ca34901d253d026a2419f6a2, r)))))
                let n4 := add(mulmod(s5, 0x1f33821f0019c339c8802ece95d5442bcd372b285a217093913ba0cf52136982, r),
                        add(mulmod(s4, 0x2923e1a77048e39dd9a09b5c92116b8777723435525bc227fb71fcfd7dad0775, r),
                        add(mulmod(s3, 0x088eb75dec3de473545239a12a90ad2405c0882fa3b55d1825994685eebca9aa, r),
                        add(mulmod(s2, 0x1b81b758cfc5e9afbefaab95c232b3e2c525b1345cdb7a590e5eb625ca87611e, r),
                        mulmod(s1, 0x1d6b3d5f6ea369c26f825d2362933eaa31ea35ec0a77c1fbd9e01ca1523e4432, r)))))
                let n5 := add(mulmod(s5, 0x0741358080a2d01d798c273ceea1a78bbc0b576e79d2d8c02430d27afbfe8b86, r),
                        add(mulmod(s4, 0x0af4750cf9700e4c0c298b41a5593ec5ef92b2d50463b0e9d24ea8de74ffba47, r),
                        add(mulmod(s3, 0x28b5405b87a2b9e4bf64076d6a95789144485cc54576792d7ed42a38c5581469, r),
                        add(mulmod(s2, 0x1150c845bf28451690637d8ea82e21e07183e477cb3c3c6b5eba4b08145b67e6, r),
                        mulmod(s1, 0x24be510095436206dd0abd0b0cbb95c883ab304aa52598b1a69306ec981a688d, r)))))
                s0 := n0
                s1 := n1
                s2 := n2
                s3 := n3
                s4 := n4
                s5 := n5
            }
            {
                let q
                s0 := addmod(s0, 0x18e60bdf40bfa6c3f2f641cdedb1d125aa1bf48a1fc6ca29fc1fdcf77716aad1, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x20c23beb320a05d0caa84b45c69d5e6c74735bb753259bba9c44c2fb7bd8affa, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x0d62aaf2398fca2276abef4ce6c6aabc3b844541fe6b5c747218948a90bc2e2f, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x2d63d89510e2b77228628132e7f7d33a5b5a4f5a9be8c35762ff8665d0d28a5a, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x0b95bf29f9682370c734ea3fac76dbf64b2ba70c0066cb7f0c31c0cc5571eb21, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x21d15a0578a1a4dad8cb44a77068cc48053a27d371f73e23d123dbf6ff17910f, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x02174f49edb02d5154d2beca2dc92b9cc595383da1fde8f09e4b5ee3ea5a065e, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0f64891c2c8b020e46c3594cb758f0bddcdbd09bd0308816fb41734a869872c3, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x192a84ca2f99d36991e2d2b1deff3989d1c156c239e10e9f56140e1854576067, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x29dfcd7b63f05abf2753a8c341d6b7a60c6243b04c9a1b8b3320bba04a4d4787, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x1ee27ad6b9b5a867733afc61a2b3e76a52ba3e4bd5e657ade91fc038819dba5b, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x0ab4773f150c3f8ad3bc9538f43cec395a7e3731ae973fefeb623a09217e64c7, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x13c352a02f595186202cb0b99fa58c5542ab67f9b6d3a0afd103deeff6d80f41, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x2a97cf2c10c4bfbfd299f67c52a169f92c05b7dac56a41c4dd4fe87c8246ce14, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x00becbb47042bd7f8c9f6bb422162d1aed089a28482f7fd16ab06a13285fe702, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x008e44da21d738691b881757ef37ed29c5bd9f7a4450fcf53290a92cc2ca2176, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x2b205a8b6d4b7063d931f3bb5d3464053843fe7fbe4b83c17883f86527882a18, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x2d9e32a7c90556fe108d255ac01e75df338fcd63b2bf84c19280d427298863fc, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            s0, s1, s2, s3, s4, s5 := mix(s0, s1, s2, s3, s4, s5)
            {
                let q
                s0 := addmod(s0, 0x29a322a84c25bd2ddf6e2e4200228d95abd6349a02266ac1dbba520738ceca97, r)
                q := mulmod(s0, s0, r)
                s0 := mulmod(s0, mulmod(q, q, r), r)
                s1 := addmod(s1, 0x0678c9bfc6f2df012f4fe55e33bb68ac14ced1df0d02152792089d046d828c43, r)
                q := mulmod(s1, s1, r)
                s1 := mulmod(s1, mulmod(q, q, r), r)
                s2 := addmod(s2, 0x0faff3a5e7425794fe20a7e0eb615b8b1760394b7f2304286a3ae4009124db23, r)
                q := mulmod(s2, s2, r)
                s2 := mulmod(s2, mulmod(q, q, r), r)
                s3 := addmod(s3, 0x1f8f5b611af9feb9cea86c084058120553e404103aee213f5a41d1d02541c0d3, r)
                q := mulmod(s3, s3, r)
                s3 := mulmod(s3, mulmod(q, q, r), r)
                s4 := addmod(s4, 0x160875d8479602f96f40acc2d042ee52c1588b6a29de4284965a6dc6c930ea07, r)
                q := mulmod(s4, s4, r)
                s4 := mulmod(s4, mulmod(q, q, r), r)
                s5 := addmod(s5, 0x16d87a5183a316a1d70afc951efe2cd667c77328fcfda458cbf5fe3045f46d9e, r)
                q := mulmod(s5, s5, r)
                s5 := mulmod(s5, mulmod(q, q, r), r)
            }
            mstore(0x00, mod(addmod(mulmod(s5, 0x2d78c3a5d28de9ff35bf0a257635196e5730ca7f40493277078cd75da8b4ebdc, r),
                    add(mulmod(s4, 0x18bd41239c3e71579a677443ecffbd555a81eeeea69352a68b67c8563c0c2a06, r),
                    add(mulmod(s3, 0x03fd7b19ef2c861f22f77ff810f54e277bc94eb76c02d79d986be3dcdf051c3f, r),
                    add(mulmod(s2, 0x247fa7f022304a1994ff505456c2201ef9b717369498d3ffce446601ed9df845, r),
                    add(mulmod(s1, 0x11924f02fd19b09255aaa1cf46ea0518e3d7bfeef47421609491011db0bd0b02, r),
                    mulmod(s0, 0x124666f80561ed5916f2f070b1bd248c6d53f44d273d956a0c87b917692a4d18, r))))), r), r))
            return(0x00, 0x20)
        }
    }
}
