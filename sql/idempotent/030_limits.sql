-- Counting uses of limits. A function because it runs at every request, its plans are kept, and one round trip locks, decides and counts.

comment on table tenant.limit_use is
  'Uses counted against limits. One row per set of limits and key; emptied by a crash of the database (unlogged).';
comment on column tenant.limit_use.key_hash is 'SHA-256 of the names of the limits and of what is counted by: addresses and phone numbers are not kept';
comment on column tenant.limit_use.used is 'Uses in the running window of each limit';
comment on column tenant.limit_use.ends_at is 'End of that window, each limit';

create or replace function tenant.count_use(p_key_hash bytea, p_points int[], p_seconds int[], p_at timestamptz)
returns timestamptz
language plpgsql
as $$
declare
  held tenant.limit_use;
  refused_until timestamptz;
begin
  loop
    select * into held from tenant.limit_use where key_hash = p_key_hash for update;
    exit when found;
    -- Another process may insert it first; both then wait for the lock above.
    insert into tenant.limit_use values (p_key_hash, array_fill(0, array[cardinality(p_points)]), array_fill(timestamptz '-infinity', array[cardinality(p_points)]))
    on conflict do nothing;
  end loop;

  for i in 1 .. cardinality(p_points) loop
    if held.ends_at[i] <= p_at then
      held.used[i] := 0;
      held.ends_at[i] := p_at + make_interval(secs => p_seconds[i]);
    end if;
    if held.used[i] >= p_points[i] then
      refused_until := greatest(refused_until, held.ends_at[i]);
    end if;
    held.used[i] := held.used[i] + 1;
  end loop;

  if refused_until is null then
    update tenant.limit_use set used = held.used, ends_at = held.ends_at where key_hash = p_key_hash;
  end if;
  return refused_until;
end
$$;

comment on function tenant.count_use(bytea, int[], int[], timestamptz) is
  'Counts one use at p_at of a key against limits of p_points uses in p_seconds each; null when it is granted. When any limit is used up nothing is counted and the instant is returned from which all will have room. A window begins with its first use.';
