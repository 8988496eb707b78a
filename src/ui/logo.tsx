/** The bulbs that write an M, on a grid of five by five. */
const BULBS = [
  [0, 4],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 1],
  [4, 0],
  [4, 1],
  [4, 2],
  [4, 3],
  [4, 4],
] as const

/** Marquee's mark: an admission ticket, torn off at both sides, with an M in the light bulbs of a theatre's sign. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="#8f3a7b"
        d="M6 3h20a4 4 0 0 1 4 4v5.2a4 4 0 0 0 0 7.6V25a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-5.2a4 4 0 0 0 0-7.6V7a4 4 0 0 1 4-4Z"
      />
      <g fill="#ffd166">
        {BULBS.map(([column, row]) => (
          <circle key={`${column}-${row}`} cx={8.8 + column * 3.6} cy={8.8 + row * 3.6} r={1.6} />
        ))}
      </g>
    </svg>
  )
}
