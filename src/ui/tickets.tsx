const outline =
  'M6 1h105a5 5 0 0 1 5 5v11a7.5 7.5 0 0 0 0 15v11a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V32a7.5 7.5 0 0 0 0-15V6a5 5 0 0 1 5-5Z'

/** A ticket that is not printed yet, for lists without a row. `sign` is drawn on its stub. */
export function EmptyTicket({ sign = 'none' }: { sign?: 'none' | 'add' | 'search' }) {
  return (
    <svg width="117" height="49" viewBox="0 0 117 49" aria-hidden="true" focusable="false">
      <path
        d={outline}
        fill="var(--mq-sunken)"
        stroke="var(--mq-line-strong)"
        strokeWidth="1.5"
        strokeDasharray="5 4"
      />
      <path d="M82 5v40" stroke="var(--mq-line-strong)" strokeWidth="1.5" strokeDasharray="1 4" strokeLinecap="round" />
      <g stroke="var(--mq-line-strong)" strokeWidth="4" strokeLinecap="round">
        <path d="M18 17h35" />
        <path d="M18 26h51" />
        <path d="M18 35h24" />
      </g>
      {sign === 'add' && (
        <g>
          <circle cx="98" cy="24.5" r="9" fill="var(--mq-accent)" />
          <path d="M98 20v9M93.5 24.5h9" stroke="var(--mq-on-accent)" strokeWidth="1.8" strokeLinecap="round" />
        </g>
      )}
      {sign === 'search' && (
        <g fill="none" stroke="var(--mq-text-faint)" strokeWidth="1.8" strokeLinecap="round">
          <circle cx="96.5" cy="23" r="5.5" />
          <path d="m101 27.5 3.5 3.5" />
        </g>
      )}
    </svg>
  )
}
