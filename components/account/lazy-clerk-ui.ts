import { loadClerkUIScript } from '@clerk/shared/loadClerkJsScript'
import type { ClerkUIConstructor, ClerkUIInstance, ComponentControls } from '@clerk/shared/ui'
import { reportComponents } from './clerk-status.ts'

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of `window`
  var __internal_ClerkUICtor: ClerkUIConstructor | undefined
}

type Script = NonNullable<Parameters<typeof loadClerkUIScript>[0]>
type ControlsCallback = (controls: ComponentControls) => void

/**
 * Returns the value of Clerk's `ui` option that loads Clerk's components (248 kB) when the first one is shown. By
 * default, Clerk loads them on every page.
 * @param script URL and nonce of the scripts
 */
export function createLazyClerkUi(script: Script): ClerkUIConstructor {
  return class implements ClerkUIInstance {
    static readonly version = ''
    readonly version = ''
    readonly #args: ConstructorParameters<ClerkUIConstructor>
    #controlsPromise: Promise<ComponentControls> | undefined

    constructor(...args: ConstructorParameters<ClerkUIConstructor>) {
      this.#args = args
    }

    readonly ensureMounted = async () => this.#controls

    async #load(): Promise<ComponentControls> {
      try {
        await loadClerkUIScript(script)
        if (!globalThis.__internal_ClerkUICtor) throw new Error("Clerk's components did not load.")
        reportComponents('loaded')
        return await new globalThis.__internal_ClerkUICtor(...this.#args).ensureMounted()
      } catch (error) {
        this.#controlsPromise = undefined
        reportComponents('failed')
        throw error
      }
    }

    #loadAndRun(callback: ControlsCallback): void {
      this.#controlsPromise ??= this.#load()
      this.#change(callback)
    }

    #change(change: ControlsCallback): void {
      // The page shows the load error, so this handler ignores it.
      this.#controlsPromise?.then(change, () => undefined)
    }

    readonly #controls: ComponentControls = {
      mountComponent: (component) => this.#loadAndRun((controls) => controls.mountComponent(component)),
      openModal: (name, props) => this.#loadAndRun((controls) => controls.openModal(name, props)),
      openDrawer: (name, props) => this.#loadAndRun((controls) => controls.openDrawer(name, props)),
      openProtectCheckModal: (props) => this.#loadAndRun((controls) => controls.openProtectCheckModal?.(props)),
      mountImpersonationFab: () => this.#loadAndRun((controls) => controls.mountImpersonationFab()),
      prefetch: (name) => this.#loadAndRun((controls) => controls.prefetch(name)),
      unmountComponent: (component) => this.#change((controls) => controls.unmountComponent(component)),
      updateProps: (props) => this.#change((controls) => controls.updateProps(props)),
      closeModal: (name, options) => this.#change((controls) => controls.closeModal(name, options)),
      closeDrawer: (name, options) => this.#change((controls) => controls.closeDrawer(name, options)),
    }
  }
}
