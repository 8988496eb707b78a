import { encodePixels } from '../../../platform/media/image-content.server.ts'
import { Canvas } from '../../../platform/media/seed-canvas.ts'
import { demoScenes } from '../../../platform/media/seed-scenes.ts'

/** A scene as one supplier has it: mirrored, so that it is none of the demo's own pictures, and of another size and light. */
interface Version {
  readonly width: number
  readonly height: number
  readonly brightness: number
}

/** The same number is always the same picture. */
export async function paintPicture(n: number, { width, height, brightness }: Version): Promise<Buffer> {
  const scene = demoScenes[n % demoScenes.length]
  if (!scene) throw new Error('The demo has no scenes.')
  const { pixels } = scene.paint(width, height)
  const mirrored = new Canvas(width, height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let part = 0; part < 3; part++)
        mirrored.pixels[(y * width + x) * 3 + part] = (pixels[(y * width + width - 1 - x) * 3 + part] ?? 0) * brightness
  return await encodePixels(mirrored.pixels, { width, height })
}

const painted = new Map<number, Promise<Buffer>>()

/** The picture that a simulator sends: painted once, as there are few scenes and many products. */
export async function simulatedPicture(n: number): Promise<Buffer> {
  const scene = n % demoScenes.length
  const picture = painted.get(scene) ?? paintPicture(scene, { width: 480, height: 320, brightness: 1 })
  painted.set(scene, picture)
  return await picture
}
