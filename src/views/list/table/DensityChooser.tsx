import { useWords } from '../../../fields/kit/useWords';
import { densities, type Density } from '../model/useDensity';

interface DensityChooserProps {
  readonly density: Density;
  readonly onChange: (density: Density) => void;
}
/** The choice of the height of rows. */
export default function DensityChooser({ density, onChange }: DensityChooserProps) {
  const { t } = useWords();
  return (
    <fieldset className="list-choices">
      <legend>{t('list.density.title')}</legend>
      {densities.map((each) => (
        <label key={each}>
          <input type="radio" name="density" checked={density === each} onChange={() => onChange(each)} />
          {t(`list.density.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}
