'use client'

/** The demonstration's accounts and their one password; only sent while they may sign in. */
export type Demo = {
  accounts: readonly { email: string; name: string; role: string }[]
  password: string
}

type DemoAccountsProps = {
  demo: Demo
  isReady: boolean
  onChoose: (email: string, password: string) => void
}

/** The demo accounts to choose from; choosing one fills the form, pressing Enter then signs in. */
export function DemoAccounts({ demo, isReady, onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className="mt-8 border-t border-line pt-5">
      <h2 id="demo-accounts" className="text-sm font-semibold">
        Demo accounts
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">
        Invented data. Password: <code className="font-mono text-xs text-ink">{demo.password}</code>
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {demo.accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              disabled={!isReady}
              onClick={() => onChoose(account.email, demo.password)}
              className="w-full rounded-control border border-line-strong bg-panel px-3 py-2 text-left hover:bg-hover"
            >
              <span className="block text-sm font-medium capitalize">{account.role}</span>
              <span className="block truncate text-xs text-ink-3">{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
