/** Whether the keyboard has a Cmd key. */
function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)
}

/** The keys of a shortcut as they are written on the keyboard: `Mod+K` is Ctrl and K, or ⌘ and K. */
export function keyNames(keys: string, apple = isApple()): string[] {
  return keys
    .split(' ')
    .flatMap((step) =>
      step.startsWith('Mod+')
        ? [apple ? '⌘' : 'Ctrl', step.slice(4)]
        : [step.length === 1 && step !== '/' && step !== '?' ? step.toUpperCase() : step],
    )
}
