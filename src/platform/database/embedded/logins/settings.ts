/** Settings that a login has made. Each transaction of the host sets them again, because every one is rolled back. */
import { defaultSetting } from '../session.ts';

type Change = { readonly name: string; readonly value: string | null; readonly local: boolean };

export class LoginSettings {
  readonly #initial: ReadonlyMap<string, string>;
  #kept: Map<string, string>;
  #beforeTransaction: ReadonlyMap<string, string>;
  readonly #local = new Map<string, string>();

  /** @param initial what the login starts with; values as written in SQL */
  constructor(initial: ReadonlyMap<string, string>) {
    this.#initial = initial;
    this.#kept = new Map(initial);
    this.#beforeTransaction = initial;
  }

  /** The statement that makes a change in the running transaction of the host. */
  statement({ name, value }: Change): string {
    return `SET LOCAL ${name} TO ${value ?? this.#default(name)}`;
  }

  /** Records a change of a setting. `inTransaction`: the login has a transaction of its own open. */
  remember({ name, value, local }: Change, inTransaction: boolean): void {
    if (!local) this.#kept.set(name, value ?? this.#default(name));
    else if (inTransaction) this.#local.set(name, value ?? this.#default(name));
  }

  /** The login's own transaction begins. */
  begin(): void {
    this.#beforeTransaction = new Map(this.#kept);
  }

  end(committed: boolean): void {
    this.#local.clear();
    if (!committed) this.#kept = new Map(this.#beforeTransaction);
  }

  /** Statements that make all settings. */
  statements(): string[] {
    return [...new Map([...this.#kept, ...this.#local])].map(([name, value]) => `SET LOCAL ${name} TO ${value}`);
  }

  #default(name: string): string {
    return this.#initial.get(name) ?? defaultSetting(name);
  }
}
