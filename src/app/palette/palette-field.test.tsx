import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { PaletteField, type ResultsProps } from './palette-field.tsx'

afterEach(closeScreen)

/** The field while its results have yet to come. */
async function openField() {
  let latest: ResultsProps | undefined
  const results = (props: ResultsProps) => {
    latest = props
    return null
  }
  const screen = await openScreen(<PaletteField>{results}</PaletteField>)
  const field = screen.find('input') as HTMLInputElement
  const press = (key: string) =>
    act(async () => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      field.dispatchEvent(event)
      return await Promise.resolve(event)
    })
  return { field, press, props: () => latest as ResultsProps }
}

it('keeps what is typed after an Enter that waits, for the page that it opens', async () => {
  const { field, press, props } = await openField()
  await press('Enter')
  expect(props().isEntered).toBe(true)
  for (const key of ['R', 'o', 'm', 'e', 'Shift']) await press(key)
  expect([field.value, props().isEntered]).toEqual(['', true])
  expect([props().takeHeld(), props().takeHeld()]).toEqual(['Rome', ''])
})

it('has it in the field where Enter opens nothing', async () => {
  const { field, press, props } = await openField()
  await press('Enter')
  for (const key of ['P', 'i']) await press(key)
  await act(async () => props().onNothing())
  expect([field.value, props().isEntered]).toEqual(['Pi', false])
})
