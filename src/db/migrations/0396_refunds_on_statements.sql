-- Both halves of a refund that went out and came back are found by what the provider calls the refund.
create index statement_lines_refund_source on statement_lines (source_reference, provider)
  where kind in ('refund', 'refund_failed') and source_reference is not null;
