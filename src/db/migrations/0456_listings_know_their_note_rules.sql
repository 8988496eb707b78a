-- Which rules gave a listing its labels, so that a rule for notes can say how many listings it labels now.
alter table ticket_listings add column note_rule_ids bigint[] not null default '{}';
create index ticket_listings_by_note_rule on ticket_listings using gin (note_rule_ids) where is_open and note_rule_ids <> '{}';
update ticket_listings set venue_section_id = null, placed_at = null where is_open and note_labels <> '{}';
