/** One server-sent event. */
export interface ServerEvent { readonly event: string; readonly data: string }

/** Reads server-sent events out of text that arrives in pieces; comments and `retry` are left out. */
export function createEventParser(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = `${rest}${text}`.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      let event = 'message'
      const data: string[] = []
      for (const line of block.split('\n')) {
        const [, name = '', value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? []
        if (name === 'event') event = value
        if (name === 'data') data.push(value)
      }
      if (data.length > 0) onEvent({ event, data: data.join('\n') })
    }
  }
}
