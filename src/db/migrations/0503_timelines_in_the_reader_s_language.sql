-- What happened is kept as a text with its values beside the sentence: `{"text": "Seats: {before} → {after}", "values": {…}}`. It is
-- said in the language of who reads it; `detail` has it in English. Words of a person or of another program are in `detail` alone, and
-- so are the entries from before. Owner: purchases; kept, exported and deleted with its row.
alter table purchase_events add column said jsonb
  check (said is null or jsonb_typeof(said) = 'object' and detail is not null);
-- An entry whose sentence is forgotten, because its customer is, forgets its values too.
create function entries_forget_their_values() returns trigger language plpgsql as $$
begin
  new.said := null;
  return new;
end
$$;
create trigger purchase_events_forget before update of detail on purchase_events
  for each row when (new.detail is null and new.said is not null) execute function entries_forget_their_values();
