import { useState } from 'react'

/**
 * Draws the list of an input that suggests something when it is focused for the first time. By themselves Mantine's
 * inputs draw their lists with the form, closed, which takes a sixth of what opening a product takes. Drawing a list
 * only once it is open would be too late: Enter would not find the first option that the typed text matches.
 */
export function useListDrawnOnFocus() {
  const [wasFocused, setFocused] = useState(false)
  return { comboboxProps: { keepMounted: wasFocused }, onFocus: () => setFocused(true) }
}
