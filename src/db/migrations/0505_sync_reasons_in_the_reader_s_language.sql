-- Why a supplier could not be read, as a text with its values beside the sentence in English, as in timelines (0503): it is said in
-- the language of who reads it. Reasons from before have their sentence alone. Kept and deleted with their rows; no personal data.
alter table supplier_syncs add column problem_said jsonb check (jsonb_typeof(problem_said) = 'object');
alter table supplier_products
  add column note_said jsonb check (jsonb_typeof(note_said) = 'object'),
  add column availability_problem_said jsonb check (jsonb_typeof(availability_problem_said) = 'object');
alter table supplier_changes add column reason_said jsonb check (jsonb_typeof(reason_said) = 'object');
alter table product_syncs add column message_said jsonb check (jsonb_typeof(message_said) = 'object');
alter table provider_events add column problem_said jsonb check (jsonb_typeof(problem_said) = 'object');
