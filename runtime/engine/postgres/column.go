package postgres

import (
	"bytes"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/flowc-dev/flowc/runtime/database"
)

// formats are the types whose values come as bytes; those of all others come as the text that the server has for them.
var formats = pgx.QueryResultFormatsByOID{
	pgtype.BoolOID:        pgtype.BinaryFormatCode,
	pgtype.ByteaOID:       pgtype.BinaryFormatCode,
	pgtype.CIDOID:         pgtype.BinaryFormatCode,
	pgtype.DateOID:        pgtype.BinaryFormatCode,
	pgtype.Float4OID:      pgtype.BinaryFormatCode,
	pgtype.Float8OID:      pgtype.BinaryFormatCode,
	pgtype.Int2OID:        pgtype.BinaryFormatCode,
	pgtype.Int4OID:        pgtype.BinaryFormatCode,
	pgtype.Int8OID:        pgtype.BinaryFormatCode,
	pgtype.OIDOID:         pgtype.BinaryFormatCode,
	pgtype.TimestampOID:   pgtype.BinaryFormatCode,
	pgtype.TimestamptzOID: pgtype.BinaryFormatCode,
	pgtype.XIDOID:         pgtype.BinaryFormatCode,
}

// typeNames are the types whose columns a workflow tells apart.
var typeNames = map[uint32]string{
	pgtype.JSONOID: "JSON", pgtype.JSONBOID: "JSONB", pgtype.Float4OID: "FLOAT4",
	pgtype.NumericOID: "NUMERIC",
}

// column is a column of a result.
type column struct{ *pgconn.FieldDescription }

// scan reads raw, nil for NULL, into a target. The common ones are read without a value in between.
func (c column) scan(raw []byte, target any) error {
	if raw == nil {
		return database.Assign(target, nil)
	}
	switch to := target.(type) {
	case *string:
		if c.isText() {
			*to = string(raw)
			return nil
		}
	case **string:
		if c.isText() {
			text := string(raw)
			*to = &text
			return nil
		}
	case *int64:
		if n, ok := c.integer(raw); ok {
			*to = n
			return nil
		}
	case **int64:
		if n, ok := c.integer(raw); ok {
			*to = &n
			return nil
		}
	case database.TimeTarget:
		if t, ok := c.time(raw); ok {
			to.SetTime(t)
			return nil
		}
	case database.FloatTarget:
		if f, ok := c.float(raw); ok {
			to.SetFloat(f)
			return nil
		}
	case *bool:
		if c.DataTypeOID == pgtype.BoolOID && c.Format == pgtype.BinaryFormatCode && len(raw) == 1 {
			*to = raw[0] == 1
			return nil
		}
	}
	value, err := c.value(raw)
	if err != nil {
		return err
	}
	return database.Assign(target, value)
}

// isText reports whether the raw value is what a text of the column is.
func (c column) isText() bool {
	switch c.DataTypeOID {
	case pgtype.JSONOID, pgtype.JSONBOID, pgtype.XMLOID:
		return c.Format == pgtype.TextFormatCode
	}
	_, coded := formats[c.DataTypeOID]
	return !coded
}

// integer reads an integer that comes as bytes.
func (c column) integer(raw []byte) (n int64, ok bool) {
	if c.Format != pgtype.BinaryFormatCode {
		return 0, false
	}
	switch {
	case c.DataTypeOID == pgtype.Int8OID && len(raw) == 8:
		return int64(binary.BigEndian.Uint64(raw)), true
	case c.DataTypeOID == pgtype.Int4OID && len(raw) == 4:
		return int64(int32(binary.BigEndian.Uint32(raw))), true
	case c.DataTypeOID == pgtype.Int2OID && len(raw) == 2:
		return int64(int16(binary.BigEndian.Uint16(raw))), true
	}
	return 0, false
}

// float reads a float that comes as bytes.
func (c column) float(raw []byte) (f float64, ok bool) {
	if c.Format != pgtype.BinaryFormatCode {
		return 0, false
	}
	switch {
	case c.DataTypeOID == pgtype.Float8OID && len(raw) == 8:
		return math.Float64frombits(binary.BigEndian.Uint64(raw)), true
	case c.DataTypeOID == pgtype.Float4OID && len(raw) == 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(raw))), true
	}
	return 0, false
}

// begin is where PostgreSQL begins to count microseconds and days.
var begin = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// time reads a time or a day that comes as bytes, and is not infinite.
func (c column) time(raw []byte) (t time.Time, ok bool) {
	if c.Format != pgtype.BinaryFormatCode {
		return t, false
	}
	switch {
	case (c.DataTypeOID == pgtype.TimestampOID || c.DataTypeOID == pgtype.TimestamptzOID) && len(raw) == 8:
		n := int64(binary.BigEndian.Uint64(raw))
		t = time.Unix(begin.Unix()+n/1_000_000, n%1_000_000*1000)
		return t, n != math.MaxInt64 && n != math.MinInt64
	case c.DataTypeOID == pgtype.DateOID && len(raw) == 4:
		n := int32(binary.BigEndian.Uint32(raw))
		return begin.AddDate(0, 0, int(n)), n != math.MaxInt32 && n != math.MinInt32
	}
	return t, false
}

// value reads a value as what pgx gives database/sql of it: a bool, int64, float64, time.Time, []byte or string.
func (c column) value(raw []byte) (any, error) {
	if n, ok := c.integer(raw); ok {
		return n, nil
	}
	switch c.DataTypeOID {
	case pgtype.BoolOID:
		return decoded[bool](c, pgtype.BoolCodec{}, raw)
	case pgtype.ByteaOID:
		return decoded[[]byte](c, pgtype.ByteaCodec{}, raw)
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID: // as text
		return decoded[int64](c, pgtype.Int8Codec{}, raw)
	case pgtype.Float4OID:
		f, err := decode[float32](c, pgtype.Float4Codec{}, raw)
		return float64(f), err
	case pgtype.Float8OID:
		return decoded[float64](c, pgtype.Float8Codec{}, raw)
	case pgtype.CIDOID, pgtype.OIDOID, pgtype.XIDOID:
		n, err := decode[pgtype.Uint32](c, pgtype.Uint32Codec{}, raw)
		return int64(n.Uint32), err
	case pgtype.DateOID:
		return valueOf[pgtype.Date](c, pgtype.DateCodec{}, raw)
	case pgtype.TimestampOID:
		return valueOf[pgtype.Timestamp](c, &pgtype.TimestampCodec{}, raw)
	case pgtype.TimestamptzOID:
		return valueOf[pgtype.Timestamptz](c, &pgtype.TimestamptzCodec{}, raw)
	case pgtype.JSONOID, pgtype.JSONBOID, pgtype.XMLOID:
		return bytes.Clone(raw), nil
	}
	return string(raw), nil
}

// decode reads a value by a codec of pgx, none of which needs a map of types.
func decode[T any](c column, codec pgtype.Codec, raw []byte) (value T, err error) {
	plan := codec.PlanScan(nil, c.DataTypeOID, c.Format, &value)
	if plan == nil {
		return value, fmt.Errorf("pgx has no plan to read type %d in format %d", c.DataTypeOID, c.Format)
	}
	err = plan.Scan(raw, &value)
	return value, err
}

// decoded is decode of what is a value of database/sql.
func decoded[T any](c column, codec pgtype.Codec, raw []byte) (any, error) {
	return decode[T](c, codec, raw)
}

// valueOf is decode of what has a value of database/sql: infinity is a text.
func valueOf[T driver.Valuer](c column, codec pgtype.Codec, raw []byte) (any, error) {
	value, err := decode[T](c, codec, raw)
	if err != nil {
		return nil, err
	}
	return value.Value()
}
