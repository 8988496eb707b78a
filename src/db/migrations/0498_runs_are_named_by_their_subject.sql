-- The name of a run began with its kind in the language of who started it. The kind is a column of its own and is said in the reader's
-- language, so what is stored is the subject alone: the performance with its day, or the event.
update order_runs set name = regexp_replace(name, '^(Cancellation|Refund|Postponement|Cancelación|Reembolso|Aplazamiento): ', '')
where name ~ '^(Cancellation|Refund|Postponement|Cancelación|Reembolso|Aplazamiento): .';
