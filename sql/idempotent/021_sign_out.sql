-- Ends sessions of users, so that none of their tokens works any more.

create or replace function tenant.sign_out(p_user_keys int[], p_except_sid text, p_now timestamptz) returns void
language sql
as $$
  with ended as (
    update tenant.session s set active = false, updated_at = p_now
    from tenant.app_user u
    where u.user_key = any (p_user_keys) and s.industry_key = u.industry_key and s.user_key = u.user_key and s.active and s.refresh_jti is distinct from p_except_sid
    returning s.industry_key, s.refresh_jti
  ), revoked as (
    insert into tenant.revoked_token (jti, expires_at)
    select e.refresh_jti, 'infinity' from ended e join tenant.industry i using (industry_key) where i.industry_id = 'INTERNAL'
    on conflict (jti) do nothing
  )
  update tenant.app_user u set signed_out_at = p_now, signed_out_except_sid = p_except_sid where u.user_key = any (p_user_keys)
$$;

comment on function tenant.sign_out(int[], text, timestamptz) is
  'Ends every session of the users but that of login p_except_sid (null: all). Operators have no session record to check: their known logins are revoked, and those that a later login of the same device has replaced are refused by signed_out_at.';
