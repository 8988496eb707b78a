import type { DragEvent } from 'react'
import { useState } from 'react'

/** What makes an element take the files that are dropped on it; `data-over` says that some are held above it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver,
    onDragOver(event: DragEvent): void {
      // Text and links that are dragged by are no files.
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      onFiles(Array.from(event.dataTransfer.files))
    },
  }
}
