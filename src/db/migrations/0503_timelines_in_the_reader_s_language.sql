-- What happened is kept as a text with its values beside the sentence: `{"text": "Seats: {before} → {after}", "values": {…}}`. It is
-- said in the language of who reads it; `detail` has it in English. Words of a person or of another program are in `detail` alone, and
-- so are the entries from before. Owner: purchases; kept, exported and deleted with its row.
alter table purchase_events add column said jsonb
  check (said is null or jsonb_typeof(said) = 'object' and detail is not null);
