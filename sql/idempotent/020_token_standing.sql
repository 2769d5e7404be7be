-- What a request check needs to know of a token. A function because it runs on every request and its plan is kept: planning the
-- statement anew takes longer than everything else of the check together.

create or replace function tenant.token_standing(p_industry_id text, p_user_id text, p_jti text, p_sid text, p_acting_industry_id text, p_now timestamptz)
returns table (
  session_timeout jsonb,
  user_key int, email text, username text, role text, permissions text[], signed_out_at timestamptz, signed_out_except_sid text,
  in_session boolean, refresh_expires_at timestamptz, revoked boolean, disabled boolean,
  acting_industry_key int, acting_version timestamptz
)
language plpgsql stable
as $$
#variable_conflict use_column
begin
  return query
  select home.session_timeout, u.user_key, u.email, u.username, u.role, u.permissions, u.signed_out_at, u.signed_out_except_sid,
         held.user_key is not null, held.refresh_expires_at,
         exists (select from tenant.revoked_token r where r.jti in (p_jti, p_sid)),
         exists (select from tenant.disabled d where d.industry_id = p_industry_id and d.user_id in ('', p_user_id)),
         acting.industry_key, acting.updated_at
  from (values (1)) as one
  left join tenant.industry home on home.industry_id = p_industry_id
  left join tenant.app_user u on u.industry_key = home.industry_key and u.user_id = p_user_id and u.removed_at is null
  left join lateral (
    -- Requests that were on their way when the token was replaced are let through, and so are all tokens of refreshes that met.
    select s.user_key, s.refresh_expires_at from tenant.session s
    where s.industry_key = home.industry_key and s.user_key = u.user_key and s.active
      and (p_jti in (s.token_jti, s.refresh_jti)
           or exists (select from unnest(s.replaced_jtis, s.replaced_ats) as replaced (jti, at) where jti = p_jti and at > p_now - interval '60 seconds'))
    limit 1
  ) as held on true
  left join tenant.industry acting on acting.industry_id = coalesce(p_acting_industry_id, p_industry_id);
end
$$;

comment on function tenant.token_standing(text, text, text, text, text, timestamptz) is
  'Always one row: what is known of industry p_industry_id, its user p_user_id, the token p_jti of login p_sid, and the industry to act on (null: its own). Keys are null for what does not exist or was removed; in_session: an active session record holds the token, or held it until a refresh in the 60 seconds before p_now; refresh_expires_at is that of this record, null: never; acting_version moves with every change of that industry, its units and categories.';
