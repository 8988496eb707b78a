import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepFocus } from './focus-keeper.web.ts'

const pause = async (milliseconds: number) =>
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

describe('the focus of a control that goes away', () => {
  let end: () => void
  beforeEach(() => {
    document.body.innerHTML = `<main id="main" tabindex="-1">
      <button>Table</button>
      <section aria-label="Publication"><p><button>Publish</button></p></section>
      <ul><li><button>Merge</button></li><li id="second"><button>Merge</button></li><li><button id="third">Merge</button></li></ul>
      <div id="bar"><button>Accept</button></div>
    </main><aside><button>Elsewhere</button></aside>`
    end = keepFocus()
  })
  afterEach(() => end())

  const button = (name: string, turn = 0) => {
    const found = [...document.querySelectorAll('button')].filter((one) => one.textContent === name)[turn]
    if (!found) throw new Error(`There is no button ${name}`)
    return found
  }

  it('goes to the one of the row that comes next, and after the last one to the one before', async () => {
    button('Merge', 1).focus()
    document.getElementById('second')?.remove()
    await pause(20)
    expect(document.activeElement?.id).toBe('third')
    document.getElementById('third')?.parentElement?.remove()
    await pause(20)
    expect(document.activeElement).toBe(button('Merge'))
  })

  it('goes to the one of the same name in another page frame, once that has come', async () => {
    button('Table').focus()
    document.getElementById('main')?.remove()
    await pause(50)
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<main id="main" tabindex="-1"><h1>Tree</h1><button>Table</button></main>',
    )
    await pause(20)
    expect(document.activeElement).toBe(button('Table'))
  })

  it('stays with the page as a whole, which first is grey and then a record', async () => {
    document.getElementById('main')?.focus()
    document.getElementById('main')?.remove()
    await pause(50)
    expect(document.activeElement).toBe(document.body)
    document.body.insertAdjacentHTML('afterbegin', '<main id="main" tabindex="-1"><h1>Swan Lake</h1></main>')
    await pause(20)
    expect(document.activeElement?.textContent).toBe('Swan Lake')
  })

  it('goes to the part of the page that it was in, and to the page where that has no name', async () => {
    button('Publish').focus()
    button('Publish').parentElement?.remove()
    await pause(700)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Publication')
    button('Accept').focus()
    expect(document.querySelector('section')?.hasAttribute('tabindex')).toBe(false)
    document.getElementById('bar')?.remove()
    await pause(700)
    expect(document.activeElement?.id).toBe('main')
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'beforeend',
        '<table><tbody><tr tabindex="-1"></tr><tr tabindex="0" id="row"></tr></tbody></table>',
      )
    button('Table').focus()
    button('Table').remove()
    await pause(700)
    expect(document.activeElement?.id).toBe('row')
  })

  it('is left alone when another control took it, when it was let go of, or when an open dialog has it', async () => {
    button('Accept').focus()
    button('Elsewhere').focus()
    document.getElementById('bar')?.remove()
    await pause(700)
    expect(document.activeElement).toBe(button('Elsewhere'))
    button('Table').focus()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button('Table').blur()
    button('Table').remove()
    await pause(700)
    expect(document.activeElement).toBe(document.body)
  })

  it('comes back to the page after a dialog whose opener went with what it did', async () => {
    button('Publish').focus()
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button>Yes</button></div>')
    button('Yes').focus()
    button('Yes').dispatchEvent(new Event('pointerdown', { bubbles: true }))
    button('Publish').parentElement?.remove()
    await pause(20)
    expect(document.activeElement).toBe(button('Yes'))
    document.querySelector('[role="dialog"]')?.remove()
    await pause(700)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Publication')
  })
})
