-- How the section of a ticket was found when it was bought, and what its note said of the seats, as the listing had it:
-- rules change, and an order keeps its own.
alter table purchase_lines
  add column placed_by text check (placed_by in ('exact', 'code', 'rule', 'words', 'abbreviation', 'number', 'decision')),
  add column rewrite_rule_id bigint references rewrite_rules (id) on delete set null,
  add column note_labels text[] not null default '{}' check (note_labels <@ array['obstructed', 'wheelchair', 'hospitality', 'age_limit', 'piggyback']);
create index purchase_lines_rule on purchase_lines (rewrite_rule_id) where rewrite_rule_id is not null;
