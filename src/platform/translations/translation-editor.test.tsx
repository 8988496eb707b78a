import { afterEach, expect, it, vi } from 'vitest'
import { text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { Languages } from './languages.tsx'
import { TranslationEditor } from './translation-editor.tsx'
import { typedOn } from './typed-texts.ts'

afterEach(closeScreen)

const tours = defineResource('tours', {
  label: ['Tour', 'Tours'],
  access: 'places',
  operations: ['list', 'read', 'update'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 40, translatable: true }),
    notes: text({ translatable: true }),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})
const given = (field: string) => ({
  field,
  source: 'Walk',
  sourceThen: null,
  text: null,
  status: 'missing' as const,
  shown: null,
  shownIn: null,
  isFallback: false,
  changedAt: null,
  changedBy: null,
})

it.each([
  [new Refused({ notes: 'Too long.' }), '#field-notes-es'],
  [Response.json({ message: 'This language is closed.' }, { status: 409 }), '[role=alert]'],
])('what is refused of a translation is brought into view and focused', async (refusal, at) => {
  const texts = ['name', 'notes'].map(given)
  const typed = { notes: typedOn(texts[1] as never, undefined, { text: 'Paseo' }) }
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  const editor = (
    <TranslationEditor
      of={tours}
      record={{ id: 1, version: 1, name: 'Walk' }}
      locale="es"
      isDirty={false}
      typed={typed}
      onTyped={vi.fn()}
    />
  )
  const path = '/rest/data/tours/1/translations/es'
  const screen = await openScreen(editor, {
    [`GET ${path}`]: { sourceLocale: 'en', locale: 'es', name: 'Español', direction: 'ltr', texts },
    [`PUT ${path}`]: refusal,
  })
  await click(screen.button('Save translation'))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.find(at)))
  expect(scrolled).toHaveBeenCalledOnce()
})

it('says of each language how many texts its readers get, and how many are not approved', async () => {
  const spanish = { code: 'es', name: 'Spanish', nativeName: 'español', direction: 'ltr', isOnSite: true, total: 3 }
  const locales = [{ ...spanish, translated: 1, unapproved: 2, outdated: 0 }]
  const screen = await openScreen(
    <Languages of={tours} record={{ id: 1, version: 1, name: 'Walk' }} isDirty={false} />,
    {
      'GET /rest/data/tours/1/translations': { sourceLocale: 'en', sourceName: 'English', locales },
    },
  )
  expect(screen.text()).toContain('Spanish 1 of 3')
  expect(screen.text()).toContain('2 not approved')
})
