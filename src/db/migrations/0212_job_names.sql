-- Jobs are called what they do: they notify. What was recorded, paused or scheduled by the names of before goes with them.
do $$
declare
  names constant text[][] := array[
    ['tell-inboxes', 'notify-inboxes'],
    ['tell-customers', 'notify-customers'],
    ['tell-authors-of-reviews', 'notify-review-authors']
  ];
  name_pair text[];
  of_jobs text;
begin
  foreach name_pair slice 1 in array names loop
    foreach of_jobs in array array['job_runs', 'paused_jobs', 'job_schedules', 'worker_troubles'] loop
      execute format('update %I set name = $1 where name = $2', of_jobs) using name_pair[2], name_pair[1];
    end loop;
  end loop;
end
$$;

-- Refunds were filtered by who bears them; the column is called who pays for them since.
update saved_views set query = replace(query, 'borneBy', 'paidBy') where query like '%borneBy%';
