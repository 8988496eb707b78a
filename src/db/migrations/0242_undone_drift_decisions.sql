-- What a product had before a change of its supplier was decided: a decision can be undone for a while.
alter table product_drifts
  add column before_decision jsonb check (jsonb_typeof(before_decision) = 'object'),
  add constraint only_a_decision_has_something_before_it check (before_decision is null or state in ('accepted', 'kept'));
