import type { ComponentType } from 'react'
import { createContext, useContext } from 'react'
import type { LinkTarget } from '../../kit/link-marker.ts'

export interface TextViewProps {
  readonly html: string
  readonly imageAddress: (id: number) => string
  readonly markerAddress?: (target: LinkTarget) => string | null
}

export interface TextParts {
  /** Shows a stored text as its readers see it. */
  readonly TextView: ComponentType<TextViewProps>
}

const Parts = createContext<TextParts>({ TextView: () => null })

/** Given by the application: pages know no rich text, and rich text knows no pages. */
export const TextPartsProvider = Parts.Provider

export function useTextParts(): TextParts {
  return useContext(Parts)
}
