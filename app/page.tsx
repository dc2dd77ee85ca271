import { redirect } from 'next/navigation'
import { home } from '#components/frame/sign-in-address.ts'

/** The bare address leads to where the work is. */
export default function StartPage() {
  redirect(home)
}
