import classes from './payload.module.css'

/** What was sent to another system or came from it: JSON laid out, everything else as it came. */
export function Payload({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    // Longer ones scroll, which the keyboard must reach.
    <pre className={classes['payload']} tabIndex={0} aria-label={label}>
      {laidOut(text)}
    </pre>
  )
}

/** JSON with a line for each value; everything else as it came. */
export function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
