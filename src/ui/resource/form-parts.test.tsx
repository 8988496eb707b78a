import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ref, refs, text } from '../../core/resource/fields.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { Section } from './form-parts.tsx'
import type { RecordPaths } from './record-paths.tsx'
import { RecordPathsProvider } from './record-paths.tsx'

const bills = defineResource('form-parts-bills', {
  label: ['Bill', 'Bills'],
  access: 'tags',
  operations: ['read'],
  title: 'name',
  fields: {
    name: text({ required: true }),
    venueId: ref('venues' as never),
    performerIds: refs('performers' as never),
    purchaseId: ref('purchases' as never),
    ownerId: ref('staff' as never),
  },
  list: { columns: ['name'], filters: [], search: ['name'], sort: 'name' },
})

/** Purchases are changed on no page of their own, and this user sees no staff. */
const paths: RecordPaths = (of, page, id) =>
  of === 'staff' || (of === 'purchases') !== (page === 'view') ? null : `/${of}/${page}/${id}`

describe('the facts of a form', () => {
  it('lead to the records that they name, for those who can see them', () => {
    const record = {
      id: 1,
      version: 1,
      name: 'Opening night',
      venueId: 3,
      venue: { id: 3, title: 'Staatsoper' },
      performerIds: [8, 9],
      performers: [
        { id: 9, title: 'Anna' },
        { id: 8, title: 'Boris' },
      ],
      purchaseId: 5,
      purchase: { id: 5, title: 'XJHHWT6Q' },
      ownerId: 6,
      owner: { id: 6, title: 'Amara Okonkwo' },
    }
    const page = renderToStaticMarkup(
      <RecordPathsProvider value={paths}>
        <Section
          section={{ title: 'Bill', fields: ['venueId', 'performerIds', 'purchaseId', 'ownerId'] }}
          resource={bills}
          draft={record}
          record={record}
          isReadOnly={() => true}
          problems={{}}
          onChange={() => {}}
        />
      </RecordPathsProvider>,
    )
    expect(page).toContain('<a href="/venues/update/3">Staatsoper</a>')
    expect(page).toContain('<a href="/performers/update/9">Anna</a>, <a href="/performers/update/8">Boris</a>')
    expect(page).toContain('<a href="/purchases/view/5">XJHHWT6Q</a>')
    expect(page).toContain('<span>Amara Okonkwo</span>')
  })

  it('name a record that is picked by an input of the area’s own', () => {
    const page = venueOf({ venueId: 3, venue: { id: 3, title: 'Staatsoper' } }, { venueId: () => <input disabled /> })
    expect(page).toContain('Staatsoper')
    expect(page).not.toContain('<input')
  })

  it('say with a dash that they name none', () => {
    expect(venueOf({ venueId: null, venue: null })).toContain('<span data-blank="true">–</span>')
  })
})

/** The venue of a bill whose fields are all locked. */
function venueOf(venue: object, inputs?: ComponentProps<typeof Section>['inputs']): string {
  const record = { id: 1, version: 1, name: 'Opening night', ...venue }
  return renderToStaticMarkup(
    <Section
      section={{ title: 'Bill', fields: ['venueId'] }}
      resource={bills}
      draft={record}
      record={record}
      isReadOnly={() => true}
      problems={{}}
      onChange={() => {}}
      inputs={inputs}
    />,
  )
}
