import type { ComponentType } from 'react'

export interface PickedImage {
  readonly id: number
  readonly alt: string
}

/** The library of images, as much of it as a text needs. */
export interface TextImages {
  /** Where the picture is. */
  addressOf(id: number): string
  upload(file: File): Promise<PickedImage>
  readonly Picker: ComponentType<{ onPick: (image: PickedImage) => void; onClose: () => void }>
}
