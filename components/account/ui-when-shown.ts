import { loadClerkUIScript } from '@clerk/shared/loadClerkJsScript'
import type { ClerkUIConstructor, ClerkUIInstance, ComponentControls } from '@clerk/shared/ui'
import { noteComponents } from './clerk-status.ts'

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of `window`
  var __internal_ClerkUICtor: ClerkUIConstructor | undefined
}

type Script = NonNullable<Parameters<typeof loadClerkUIScript>[0]>
type Ask = (controls: ComponentControls) => void

/**
 * Returns the value of Clerk's `ui` option that loads Clerk's components (248 kB) when the first one is shown. By
 * default, Clerk loads them on every page.
 * @param script URL and nonce of the scripts
 */
export function uiWhenShown(script: Script): ClerkUIConstructor {
  return class implements ClerkUIInstance {
    static readonly version = ''
    readonly version = ''
    readonly #given: ConstructorParameters<ClerkUIConstructor>
    #loaded: Promise<ComponentControls> | undefined

    constructor(...given: ConstructorParameters<ClerkUIConstructor>) {
      this.#given = given
    }

    readonly ensureMounted = async () => this.#controls

    async #load(): Promise<ComponentControls> {
      try {
        await loadClerkUIScript(script)
        if (!globalThis.__internal_ClerkUICtor) throw new Error("Clerk's components did not load.")
        noteComponents('loaded')
        return await new globalThis.__internal_ClerkUICtor(...this.#given).ensureMounted()
      } catch (error) {
        this.#loaded = undefined
        noteComponents('failed')
        throw error
      }
    }

    #show(ask: Ask): void {
      this.#loaded ??= this.#load()
      this.#change(ask)
    }

    #change(ask: Ask): void {
      // The page shows the load error, so this handler ignores it.
      this.#loaded?.then(ask, () => undefined)
    }

    readonly #controls: ComponentControls = {
      mountComponent: (component) => this.#show((controls) => controls.mountComponent(component)),
      openModal: (name, props) => this.#show((controls) => controls.openModal(name, props)),
      openDrawer: (name, props) => this.#show((controls) => controls.openDrawer(name, props)),
      openProtectCheckModal: (props) => this.#show((controls) => controls.openProtectCheckModal?.(props)),
      mountImpersonationFab: () => this.#show((controls) => controls.mountImpersonationFab()),
      prefetch: (name) => this.#show((controls) => controls.prefetch(name)),
      unmountComponent: (component) => this.#change((controls) => controls.unmountComponent(component)),
      updateProps: (props) => this.#change((controls) => controls.updateProps(props)),
      closeModal: (name, options) => this.#change((controls) => controls.closeModal(name, options)),
      closeDrawer: (name, options) => this.#change((controls) => controls.closeDrawer(name, options)),
    }
  }
}
