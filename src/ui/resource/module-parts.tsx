import { type ComponentType, Suspense } from 'react'
import { useMay } from '../../core/browser/session.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { lazyScreen } from '../lazy-screen.tsx'
import type { Command, ConsoleModule } from './module.web.ts'
import { isTarget } from './module.web.ts'
import type { ScreenParts } from './screen-parts.web.ts'
import { Waiting } from './states.tsx'

type ModuleParts = Pick<ScreenParts, 'Panels' | 'Commands' | 'hasPanels' | 'hasCommands' | 'filled'>

/** The panels, commands and slots of screens, from what the modules declare; in the order of the modules. */
export function modulePartsOf(modules: readonly ConsoleModule[]): ModuleParts {
  const panels = modules
    .flatMap((module) => module.panels ?? [])
    .map((panel) => ({ ...panel, Part: lazyScreen(panel.load) }))
  const commands = modules
    .flatMap((module) => module.commands ?? [])
    .map((command) => ({ ...command, Part: lazyScreen(command.load) }))
  const fills = new Map<string, ComponentType<object>>(
    modules.flatMap((module) => module.fills ?? []).map(({ slot, load }) => [slot, lazyScreen(load)]),
  )
  const panelsOf = (of: AnyResource, at: 'aside' | 'below') =>
    panels.filter((panel) => panel.at === at && isTarget(panel.on, of))
  const commandsOf = (of: AnyResource, at: 'record' | 'selection') =>
    commands.filter((command) => command.at.includes(at) && isTarget(command.on, of))
  return {
    Panels: function Panels({ at, ...props }) {
      return panelsOf(props.of, at).map(({ Part }, index) => (
        <Suspense key={index} fallback={<Waiting />}>
          <Part {...props} />
        </Suspense>
      ))
    },
    Commands: function Commands({ at, ...props }) {
      const may = useMay()
      return commandsOf(props.of, at)
        .filter((command) => isOffered(command, props.of, may))
        .map(({ Part }, index) => (
          <Suspense key={index}>
            <Part {...props} />
          </Suspense>
        ))
    },
    hasPanels: (of, at) => panelsOf(of, at).length > 0,
    hasCommands: (of, at, may) => commandsOf(of, at).some((command) => isOffered(command, of, may)),
    filled: (slot) => fills.get(slot) ?? null,
  }
}

function isOffered({ needs }: Command, of: AnyResource, may: (action: string, object: string) => boolean): boolean {
  return needs.some((need) => (need === 'write' ? may('write', of.access.object) : may(...need)))
}
