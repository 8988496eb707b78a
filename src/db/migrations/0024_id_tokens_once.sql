-- ID tokens that a sign-in was asked for with, so that none is accepted twice, whichever instance it is sent to. A row
-- goes a day after its token has ended. Owner: sign-in. Personal fields: none; the hash says nothing about the person.
create table used_id_tokens (
  -- SHA-256 of the part of the token that its signature covers: the signature itself can be spelled in several ways.
  hash bytea primary key check (octet_length(hash) = 32),
  expires_at timestamptz(3) not null
);
create index used_id_tokens_over on used_id_tokens (expires_at);
