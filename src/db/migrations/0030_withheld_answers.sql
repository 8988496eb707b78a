-- An answer that is shown once is not kept for its Idempotency-Key; that the call was done is.
alter table idempotency_keys add column is_withheld boolean not null default false;
