/** What a chat comes with a moment after it is shown; one file, loaded once. */
export { Onboarding } from './onboarding.tsx';
export { Subscription } from './subscription.tsx';
