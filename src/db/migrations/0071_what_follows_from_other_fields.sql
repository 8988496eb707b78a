-- The zone of a match follows from its venue where nobody gives it, so a caller may leave it out. No row does.
alter table matches alter column time_zone drop not null;
alter table matches add constraint a_match_has_a_time_zone check (time_zone is not null);

-- A name that does not say who plays is one that nobody finds. The usual one takes its place.
update matches set name_template = '{home} v {away}' where name_template not like '%{home}%' or name_template not like '%{away}%';
alter table matches add constraint a_name_says_who_plays check (name_template like '%{home}%' and name_template like '%{away}%');
