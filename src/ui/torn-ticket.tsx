/** A ticket torn in two, for pages that lead no further. */
export function TornTicket() {
  return (
    <svg width="112" height="64" viewBox="0 0 112 64" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--mq-line-strong)" strokeWidth="1.5" strokeLinejoin="round">
        <path
          fill="var(--mq-sunken)"
          d="M8 10h50l-5 7 6 7-6 8 6 7-6 8 5 7H8a4 4 0 0 1-4-4v-9a7 7 0 0 0 0-14v-9a4 4 0 0 1 4-4Z"
        />
        <path
          fill="var(--mq-accent-soft)"
          transform="rotate(7 90 32)"
          d="M70 10h34a4 4 0 0 1 4 4v9a7 7 0 0 0 0 14v9a4 4 0 0 1-4 4H70l-5-7 6-7-6-8 6-8-6-7Z"
        />
      </g>
      <g fill="var(--mq-bulb)">
        {[16, 25, 34, 43].map((x) => (
          <circle key={x} cx={x} cy={19} r={2} />
        ))}
        {[16, 25, 34, 43].map((x) => (
          <circle key={x} cx={x} cy={45} r={2} />
        ))}
      </g>
    </svg>
  )
}
