import { Button } from '@/frame/antd/Button';
import { defineViews } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import { saveFile } from '@/frame/saveFile';
import { numberIn, partOf, textIn } from '@/schema/unknown';
import { external_settlements } from './external_settlements';

/** A settlement line by line, as a file for the partner. */
const Statement = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const [name, csv, rows] = [textIn(partOf(result, 'file_name')), textIn(partOf(result, 'csv')), numberIn(partOf(result, 'rows'))];
  if (name === null || csv === null) return null;
  return (
    <p>
      <Button type="primary" onClick={() => saveFile(name, csv)}>
        {t('external_settlements.outcomes.statement.download')}
      </Button>{' '}
      {t('external_settlements.outcomes.statement.rows', { count: rows ?? 0 })}
    </p>
  );
};

export default defineViews(external_settlements, { outcomes: { statement: Statement } });
