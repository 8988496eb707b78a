-- Listings of a paused provider have the labels of their notes, but not yet which rules gave them. They are placed again once the
-- provider is resumed.
update ticket_listings set venue_section_id = null, placed_at = null
where is_withheld and note_labels <> '{}' and note_rule_ids = '{}';
