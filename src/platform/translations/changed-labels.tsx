import { wordDiff } from './store/word-diff.ts'

/** What has become of a text, word by word. */
export function Words({ from, to }: { from: string; to: string }) {
  return wordDiff(from, to).map((part, index) =>
    part.change === 'added' ? (
      <ins key={index}>{part.text}</ins>
    ) : part.change === 'removed' ? (
      <del key={index}>{part.text}</del>
    ) : (
      <span key={index}>{part.text}</span>
    ),
  )
}
