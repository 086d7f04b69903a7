import type { ProductSettings } from '@parley/core';

export interface LandingPartProps {
  settings: ProductSettings;
  onRegister: () => void;
}
