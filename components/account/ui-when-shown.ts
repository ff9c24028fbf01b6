import { loadClerkUIScript } from '@clerk/shared/loadClerkJsScript'
import type { ClerkUIConstructor, ClerkUIInstance, ComponentControls } from '@clerk/shared/ui'
import { noteComponents } from './clerk-status.ts'

declare global {
  // oxlint-disable-next-line no-var -- `var` is what declares a property of the window
  var __internal_ClerkUICtor: ClerkUIConstructor | undefined
}

type Script = NonNullable<Parameters<typeof loadClerkUIScript>[0]>
type Ask = (controls: ComponentControls) => void

/**
 * Clerk's components, whose scripts (248 kB) are loaded when the first of them is shown: most pages of the dashboard show
 * none. For Clerk's option `ui`, without which it loads them on every page.
 * @param script where the scripts are, and the nonce that they need
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

    /** Clerk hands its look over at its start, so asking for the controls loads nothing. */
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

    /** Changes what is shown, of which there is nothing before the scripts are loaded. */
    #change(ask: Ask): void {
      // That they did not load is said by the page.
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
