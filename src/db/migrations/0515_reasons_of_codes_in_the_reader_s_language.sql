-- Why a code was not imported, as a text with its values beside the sentence in English, as with syncs (0505): it is said in the
-- language of who reads it. Reasons from before, and those of staff, have their sentence alone. Kept and deleted with their rows; no
-- personal data.
alter table product_codes
  add column reason_said jsonb check (jsonb_typeof(reason_said) = 'object'), add check (reason_said is null or reason is not null);
alter table product_codes_tiqets
  add column reason_said jsonb check (jsonb_typeof(reason_said) = 'object'), add check (reason_said is null or reason is not null);
alter table product_codes_globick
  add column reason_said jsonb check (jsonb_typeof(reason_said) = 'object'), add check (reason_said is null or reason is not null);
alter table product_codes_tourcms
  add column reason_said jsonb check (jsonb_typeof(reason_said) = 'object'), add check (reason_said is null or reason is not null);
