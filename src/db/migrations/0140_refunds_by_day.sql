-- For what was paid back today, which the home page sums.
create index refunds_succeeded on refunds (succeeded_at, id) where state = 'succeeded';
