-- Readers see a translation once it is approved. A language can publish what a machine wrote before that.
alter table locales add column publishes_machine_texts boolean not null default false;
