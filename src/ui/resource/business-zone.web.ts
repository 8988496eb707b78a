import { createContext, useContext } from 'react'

const BusinessZone = createContext('UTC')

/** Tells the core's screens the IANA zone whose days the business counts. */
export const BusinessZoneProvider = BusinessZone.Provider

/** The zone in which a list's periods are counted where a filter names none. */
export function useBusinessZone(): string {
  return useContext(BusinessZone)
}
