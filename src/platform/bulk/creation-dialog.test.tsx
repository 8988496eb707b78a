import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { integer, ref, refs, rows, select, text } from '../../core/resource/fields.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { defineResource } from '../../core/resource/resource.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import {
  answerWith,
  asked,
  click,
  draw,
  findWith,
  focus,
  press,
  settle,
  signIn,
  type,
  wait,
  onInlineEditPage,
} from './inline-edit-test-page.tsx'
import { nameOf } from '../../core/resource/resource-name.ts'

onInlineEditPage()

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'create', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 40 }),
    kind: select(['walk', 'ride'], { required: true }),
    seats: integer({ min: 1 }),
    notes: text(),
    horses: integer({ required: true, initial: 1 }),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
  form: {
    main: [
      { title: 'Tour', fields: ['name', 'notes', 'seats', { field: 'horses', when: ({ kind }) => kind === 'ride' }] },
    ],
    aside: [{ title: 'Kind', fields: ['kind'] }],
  },
})
const guarded: AnyResource = {
  ...tours,
  form: { main: tours.form?.main ?? [], guarded: { why: 'A tour needs a map.' } },
}
const field: AnyField = ref(nameOf('tours'), { label: 'Tour' })
const many: AnyField = refs(nameOf('tours'), { label: 'Tours' })

type Choice = Pick<InputProps, 'among' | 'canBeNew'>

/** A form with a reference and another field, which keeps what was typed before. */
function Form({ of, onSubmit = () => {}, ...choice }: { of: AnyField; onSubmit?: () => void } & Choice) {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({
    tour: of === many ? [4] : null,
    note: 'Kept',
  })
  const props = {
    errors: {},
    readOnly: false,
    ...choice,
    draft: values,
    record: of === many ? { tour: [{ id: 4, title: 'Four' }] } : null,
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {inputOf(of, {
        ...props,
        name: 'tour',
        value: values['tour'],
        onChange: (tour) => setValues((before) => ({ ...before, tour })),
      })}
      {inputOf(text({ label: 'Note' }) as AnyField, {
        ...props,
        name: 'note',
        value: values['note'],
        onChange: (note) => setValues((before) => ({ ...before, note })),
      })}
      <output>{JSON.stringify(values)}</output>
    </form>
  )
}

const picker = () => document.querySelector<HTMLInputElement>('#field-tour')
const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
const dialog = () => document.querySelector('[role=dialog][aria-modal=true]')
const labelled = (label: string) => {
  const found = [...(dialog()?.querySelectorAll('label') ?? [])].find(
    ({ textContent }) => textContent?.replace(/\s*\*$/, '') === label,
  )
  return found ? (dialog()?.querySelector<HTMLInputElement>(`#${found.htmlFor}`) ?? null) : null
}
const labels = () =>
  [...(dialog()?.querySelectorAll('label') ?? [])].map(({ textContent }) => textContent?.replace(/\s*\*$/, ''))
const button = (label: string) =>
  [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === label)
const values = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}') as Record<string, unknown>

async function search(
  typed: string,
  of: AnyField = field,
  resource: AnyResource = tours,
  onSubmit?: () => void,
  choice: Choice = {},
): Promise<void> {
  findWith(() => [{ id: 4, version: 1, name: 'Four' }])
  await draw(<Form of={of} {...choice} {...(onSubmit && { onSubmit })} />, [resource])
  await focus(picker())
  await click(picker())
  await type(typed, picker())
  await wait(260)
  await settle()
}
const createdAs = (more: object = {}) =>
  answerWith(({ body }) => [201, { id: 9, version: 1, ...(body as object), ...more }])

describe('a reference to what does not exist yet', () => {
  it('offers to make it, by keyboard, with what was typed as its title, and picks it; the form behind stays as it is', async () => {
    let submitted = 0
    await search('River walk', field, tours, () => {
      submitted += 1
    })
    expect(options()).toEqual(['Four', 'Create tour “River walk”'])
    // What was found first is where the keys begin.
    await press('ArrowDown', {}, picker())
    await press('Enter', {}, picker())
    await settle()
    expect(dialog()?.querySelector('h2')?.textContent).toBe('New tour')
    expect(labels(), 'what it needs comes first').toEqual(['Name', 'Kind'])
    expect(labelled('Name')?.value).toBe('River walk')
    await wait(60)
    expect(document.activeElement, 'where the first thing is missing').toBe(labelled('Kind'))
    await type('walk', labelled('Kind'))
    createdAs()
    await press('Enter', { ctrlKey: true }, labelled('Kind'))
    await settle()
    expect(asked).toMatchObject([
      { method: 'POST', path: '/rest/data/tours', body: { name: 'River walk', kind: 'walk' } },
    ])
    expect(dialog()).toBeNull()
    expect(values()).toEqual({ tour: 9, note: 'Kept' })
    expect(picker()?.value).toBe('River walk')
    expect(submitted, 'the form behind was not sent').toBe(0)
  })

  it('joins those that are picked already', async () => {
    await search('Lake walk', many)
    await click([...document.querySelectorAll('[role=option]')].at(-1))
    await type('ride', labelled('Kind'))
    createdAs()
    await click(button('Create'))
    expect(values()).toEqual({ tour: [4, 9], note: 'Kept' })
  })

  it('shows the server’s message on its field, and shows the field if it was hidden', async () => {
    await search('Full', field)
    await click([...document.querySelectorAll('[role=option]')].at(-1))
    await type('walk', labelled('Kind'))
    answerWith(() => [422, { error: 'InvalidInput', message: 'No', fields: { seats: 'No tour without seats.' } }])
    await click(button('Create'))
    await settle()
    expect(dialog()?.textContent).toContain('No tour without seats.')
    expect(labels()).toEqual(['Name', 'Kind', 'Notes', 'Seats'])
    expect(values()).toEqual({ tour: null, note: 'Kept' })
  })

  it('says what is wrong with a field that it does not show', async () => {
    await search('Full', field)
    await click([...document.querySelectorAll('[role=option]')].at(-1))
    await type('walk', labelled('Kind'))
    const fields = { horses: 'Enter how many.', seats: 'No tour without seats.' }
    answerWith(() => [422, { error: 'InvalidInput', message: 'No', fields }])
    await click(button('Create'))
    await settle()
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('Horses: Enter how many.')
    expect(dialog()?.textContent).toContain('No tour without seats.')
    expect(labels()).toContain('Seats')
  })

  it('checks before it asks the server, and shows further fields as they come to the point', async () => {
    await search('Ride', field)
    await click([...document.querySelectorAll('[role=option]')].at(-1))
    await click(button('Create'))
    expect(dialog()?.textContent).toContain('Kind is required.')
    expect(asked).toEqual([])
    await type('ride', labelled('Kind'))
    await click(button('3 more fields'))
    expect(labels()).toEqual(['Name', 'Kind', 'Notes', 'Seats', 'Horses'])
  })

  it('is not offered where the choice is among some records only, such as those of a merge', async () => {
    await search('River walk', field, tours, undefined, { among: { kind: 'walk' } })
    expect(options()).toEqual(['Four'])
  })

  it('is offered where a new record can be chosen too, as when only the deleted one is left out', async () => {
    await search('River walk', field, tours, undefined, { among: { id: { not: 7 } }, canBeNew: true })
    expect(options()).toEqual(['Four', 'Create tour “River walk”'])
  })

  it('is not offered for an existing name, nor to people who cannot write it', async () => {
    await search('four')
    expect(options()).toEqual(['Four'])
    await signIn({
      user: { role: 'reader', first_name: 'Rea', last_name: 'Der', email: 'rea@marquee.example' },
      permissions: [{ action: 'ui', object: 'places' }],
    })
    await search('River walk')
    expect(options()).toEqual(['Four'])
  })

  it('says why not, where the form of such records guards more than its fields', async () => {
    await search('Map tour', field, guarded)
    await click([...document.querySelectorAll('[role=option]')].at(-1))
    expect(dialog()?.textContent).toContain('A tour needs a map.')
    expect(labels()).toEqual([])
    await click(button('Cancel'))
    expect([dialog(), values()]).toEqual([null, { tour: null, note: 'Kept' }])
  })
})

describe('sub-rows', () => {
  const parts: AnyField = rows({ name: text({ required: true }), size: integer() }, { label: 'Parts' })
  function Parts() {
    const [value, setValue] = useState<unknown>([
      { name: 'a', size: 1 },
      { name: 'b', size: 2 },
      { name: 'c', size: 3 },
    ])
    return (
      <>
        {inputOf(parts, {
          name: 'parts',
          value,
          onChange: setValue,
          errors: {},
          readOnly: false,
          draft: {},
          record: null,
        })}
        <output>{JSON.stringify((value as { name: string }[]).map(({ name }) => name))}</output>
      </>
    )
  }
  const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  const active = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('name')
  const later = async () => {
    await wait(40)
    await settle()
  }

  it('are added, moved and taken away by keyboard, which stays with the row', async () => {
    await draw(<Parts />)
    await focus(named('Move row 1 of Parts down'))
    await click(named('Move row 1 of Parts down'))
    await later()
    expect([values(), active()]).toEqual([['b', 'a', 'c'], 'Move row 2 of Parts down'])
    await click(named('Move row 2 of Parts down'))
    await later()
    expect([values(), active()], 'at the end only the way up is left').toEqual([
      ['b', 'c', 'a'],
      'Move row 3 of Parts up',
    ])

    await focus(document.querySelector<HTMLElement>('[name="parts.2.name"]'))
    await press('ArrowUp', { altKey: true })
    await later()
    expect([values(), active()]).toEqual([['b', 'a', 'c'], 'parts.1.name'])

    await click(named('Remove row 3 of Parts'))
    await later()
    expect([values(), active()]).toEqual([['b', 'a'], 'Remove row 2 of Parts'])
    await click([...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add to parts'))
    await later()
    expect([values(), active()]).toEqual([['b', 'a', null], 'parts.2.name'])
  })
})
