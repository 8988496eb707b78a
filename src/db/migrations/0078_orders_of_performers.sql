-- Leagues sort like every other column of the list, blanks last; so do sort names, which callers may leave out.
drop index performers_league;
create index performers_by_league on performers (league, id);
create index performers_by_league_down on performers (league desc nulls last, id desc);
create index performers_by_sort_name_down on performers (sort_name desc nulls last, id desc);
