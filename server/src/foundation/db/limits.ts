/** Counts rate limits in PostgreSQL. One statement checks and stores a count, while it locks the row. */
import { sql } from "kysely";

/**
 * The times of counted requests, ascending. The table is unlogged, since a loss is harmless: after a crash, it is
 * empty. Rows are stored within a page, half of which is kept free, so that updates need no change of the index.
 */
export const RATE_WINDOW = [
  sql`create unlogged table rate_window (key text primary key, moments bigint[] not null, idle_at bigint not null)
    with (fillfactor = 50, toast_tuple_target = 8160)`,
  sql`alter table rate_window alter column moments set storage external`,
];

/**
 * See `Ledger`. The clock is read after the row is locked, so that times ascend. If the clock goes back, stored times
 * move back with it, which never allows more.
 */
export const RATE_TAKE = sql`
create function rate_take(
  wanted text, given bigint, by integer, is_look boolean, lengths integer[], limits integer[],
  out now bigint, out newest bigint, out used integer[], out wait integer
) language plpgsql as $$
declare
  m bigint[];
  before integer;
  excess integer;
  counts constant boolean := by > 0 and not is_look;
begin
  if counts then
    loop
      select moments into m from rate_window where key = wanted for update;
      exit when found;
      insert into rate_window values (wanted, '{}', 0) on conflict do nothing;
    end loop;
  else
    select moments into m from rate_window where key = wanted;
  end if;
  m := coalesce(m, '{}');
  now := coalesce(given, floor(extract(epoch from clock_timestamp()) * 1000));
  if m[cardinality(m)] > now then
    m := array(select moment - m[cardinality(m)] + now from unnest(m) as moment order by 1);
    if counts then
      update rate_window set moments = m where key = wanted;
    end if;
  end if;
  used := '{}';
  wait := 0;
  for i in 1 .. cardinality(lengths) loop
    before := width_bucket(now - lengths[i], m);
    used := used || cardinality(m) - before;
    excess := used[i] + by - limits[i];
    if by > 0 and excess > 0 then
      wait := greatest(wait, m[before + excess] + lengths[i] - now);
    end if;
  end loop;
  if counts and wait = 0 then
    m := m[cardinality(m) - used[1] + 1 :] || array_fill(now, array[by]);
    for i in 1 .. cardinality(used) loop
      used[i] := used[i] + by;
    end loop;
    update rate_window set moments = m, idle_at = now + lengths[1] where key = wanted;
  end if;
  newest := m[cardinality(m)];
end $$`;
