/**
 * A place in a screen of one feature that another one fills: declared beside the screen that has it, filled in the
 * module that has the component. `Props` are the component's props.
 */
export interface Slot<Props> {
  readonly name: string
  /** Carries the type of the props; no slot has this key at run time. */
  readonly '~props'?: Props
}

/** @param name unique among slots, such as `tell-customers` */
export function defineSlot<Props extends object>(name: string): Slot<Props> {
  return { name }
}
