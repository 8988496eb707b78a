-- An answer can succeed and still be of no use: cut, garbled, or not what it says it is. Its call has a status and a problem.
alter table outbound_calls drop constraint a_call_has_a_status_or_a_problem;
alter table outbound_calls add constraint a_call_has_a_status_or_a_problem check (status is not null or problem is not null);
